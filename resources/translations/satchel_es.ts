<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en_GB">
<context>
    <name>About</name>
    <message>
        <source>About Satchel</source>
        <translation>Acerca de Satchel</translation>
    </message>
    <message>
        <source>Licence shown</source>
        <translation>Licencia mostrada</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation>Texto de la licencia</translation>
    </message>
    <message>
        <source>Satchel {version}</source>
        <translation>Satchel {version}</translation>
    </message>
    <message>
        <source>A learner's work on a classroom laptop: kept, shown and carried along, also without a network.</source>
        <translation>El trabajo de quien aprende en un portátil de clase: se guarda, se muestra y se lleva consigo, también sin red.</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Nothing can be saved now.</source>
        <translation>Ahora no se puede guardar nada.</translation>
    </message>
    <message>
        <source>Someone else's work can be read, and moved to the trash.</source>
        <translation>El trabajo de otra persona se puede leer y mover a la papelera.</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Editar</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ver</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>&amp;Sesión</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;yuda</translation>
    </message>
    <message>
        <source>&amp;New session</source>
        <translation>&amp;Nueva sesión</translation>
    </message>
    <message>
        <source>New &amp;window</source>
        <translation>Nueva &amp;ventana</translation>
    </message>
    <message>
        <source>I&amp;mport sessions…</source>
        <translation>I&amp;mportar sesiones…</translation>
    </message>
    <message>
        <source>E&amp;xport all…</source>
        <translation>E&amp;xportar todo…</translation>
    </message>
    <message>
        <source>Open &amp;link…</source>
        <translation>Abrir en&amp;lace…</translation>
    </message>
    <message>
        <source>C&amp;opy link</source>
        <translation>C&amp;opiar enlace</translation>
    </message>
    <message>
        <source>Se&amp;ttings</source>
        <translation>A&amp;justes</translation>
    </message>
    <message>
        <source>&amp;Close session</source>
        <translation>&amp;Cerrar esta sesión</translation>
    </message>
    <message>
        <source>Close w&amp;indow</source>
        <translation>Cerrar v&amp;entana</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>&amp;Undo moving to trash</source>
        <translation>&amp;Deshacer el paso a la papelera</translation>
    </message>
    <message>
        <source>&amp;Search sessions</source>
        <translation>&amp;Buscar sesiones</translation>
    </message>
    <message>
        <source>&amp;Sessions</source>
        <translation>&amp;Sesiones</translation>
    </message>
    <message>
        <source>&amp;Course</source>
        <translation>&amp;Curso</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>Texto más &amp;grande</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>Texto más &amp;pequeño</translation>
    </message>
    <message>
        <source>&amp;Normal text</source>
        <translation>Texto &amp;normal</translation>
    </message>
    <message>
        <source>Look like the s&amp;ystem</source>
        <translation>Como el sistem&amp;a</translation>
    </message>
    <message>
        <source>L&amp;ight</source>
        <translation>C&amp;laro</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Oscuro</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>Alto con&amp;traste</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Volver</translation>
    </message>
    <message>
        <source>Go to the next &amp;part</source>
        <translation>&amp;Ir a la parte siguiente</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Abrir</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Cambiar nombre</translation>
    </message>
    <message>
        <source>&amp;Keep at the top</source>
        <translation>&amp;Mantener arriba</translation>
    </message>
    <message>
        <source>Mark as &amp;done</source>
        <translation>Marcar como &amp;hecha</translation>
    </message>
    <message>
        <source>&amp;Archive</source>
        <translation>A&amp;rchivar</translation>
    </message>
    <message>
        <source>Reo&amp;pen for writing</source>
        <translation>R&amp;eabrir para escribir</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>E&amp;xportar…</translation>
    </message>
    <message>
        <source>Move to &amp;trash</source>
        <translation>Mover a la &amp;papelera</translation>
    </message>
    <message>
        <source>Restore &amp;from trash</source>
        <translation>Restaurar &amp;de la papelera</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>&amp;Registro</translation>
    </message>
    <message>
        <source>Copy &amp;report</source>
        <translation>Copiar &amp;informe</translation>
    </message>
    <message>
        <source>&amp;About Satchel</source>
        <translation>&amp;Acerca de Satchel</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>Apariencia</translation>
    </message>
    <message>
        <source>How the windows look on this laptop, for everyone who uses it.</source>
        <translation>Cómo se ven las ventanas en este portátil, para todas las personas que lo usan.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>High contrast is black and white, with strong edges.</source>
        <translation>El alto contraste es blanco y negro, con bordes marcados.</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Tamaño del texto</translation>
    </message>
    <message>
        <source>Everything else grows with it.</source>
        <translation>Todo lo demás crece con él.</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number} %</translation>
    </message>
    <message>
        <source>Movement</source>
        <translation>Movimiento</translation>
    </message>
    <message>
        <source>Less movement</source>
        <translation>Menos movimiento</translation>
    </message>
    <message>
        <source>Banners open at once.</source>
        <translation>Los avisos se abren de golpe.</translation>
    </message>
    <message>
        <source>Changes here are kept as you make them.</source>
        <translation>Los cambios se guardan según los haces.</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>High contrast on black</source>
        <translation>Alto contraste sobre negro</translation>
    </message>
    <message>
        <source>High contrast on white</source>
        <translation>Alto contraste sobre blanco</translation>
    </message>
</context>
<context>
    <name>ArrivalRows</name>
    <message>
        <source>Now</source>
        <translation>Ahora</translation>
    </message>
    <message>
        <source>What would happen</source>
        <translation>Qué pasaría</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sesión</translation>
    </message>
    <message>
        <source>Learner</source>
        <translation>Estudiante</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>Tuya</translation>
    </message>
    <message>
        <source>Becomes yours</source>
        <translation>Pasa a ser tuya</translation>
    </message>
    <message>
        <source>Others' work: {key}</source>
        <translation>Trabajo de otra persona: {key}</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En espera</translation>
    </message>
    <message>
        <source>Is being added</source>
        <translation>Se está añadiendo</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Añadida</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>Nada que hacer</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Descartada</translation>
    </message>
    <message>
        <source>Was deleted here, and comes back.</source>
        <translation>Se eliminó aquí y vuelve.</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nueva</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Más larga</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Igual</translation>
    </message>
    <message>
        <source>Parted</source>
        <translation>Separada</translation>
    </message>
    <message>
        <source>Comes back</source>
        <translation>Vuelve</translation>
    </message>
    <message>
        <source>Deleted here</source>
        <translation>Eliminada aquí</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Bloqueado</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Dañada</translation>
    </message>
</context>
<context>
    <name>ArrivalTable</name>
    <message>
        <source>Sessions in the files</source>
        <translation>Sesiones de los archivos</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message…</source>
        <translation>Escribe un mensaje…</translation>
    </message>
    <message>
        <source>Saving… your words are still in the box</source>
        <translation>Guardando… tus palabras siguen en el cuadro</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
</context>
<context>
    <name>ConversationPane</name>
    <message>
        <source>There is nothing in this session.</source>
        <translation>No hay nada en esta sesión.</translation>
    </message>
    <message>
        <source>This session holds no messages</source>
        <translation>Esta sesión no contiene mensajes</translation>
    </message>
    <message>
        <source>There is nothing in this session yet.</source>
        <translation>Todavía no hay nada en esta sesión.</translation>
    </message>
    <message>
        <source>No messages yet. Write the first one in the box below.</source>
        <translation>Todavía no hay mensajes. Escribe el primero en el cuadro de abajo.</translation>
    </message>
    <message>
        <source>Open in this window</source>
        <translation>Abierta en esta ventana</translation>
    </message>
    <message>
        <source>Read only: someone else's work</source>
        <translation>Solo lectura: trabajo de otra persona</translation>
    </message>
    <message>
        <source>Read only: in the archive</source>
        <translation>Solo lectura: en el archivo</translation>
    </message>
    <message>
        <source>Read only: finished</source>
        <translation>Solo lectura: terminada</translation>
    </message>
    <message>
        <source>Read only: in the trash</source>
        <translation>Solo lectura: en la papelera</translation>
    </message>
    <message>
        <source>Read only: from a newer Satchel</source>
        <translation>Solo lectura: de un Satchel más nuevo</translation>
    </message>
    <message>
        <source>Read only: nothing can be saved now</source>
        <translation>Solo lectura: ahora no se puede guardar nada</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Solo lectura</translation>
    </message>
    <message>
        <source>Take the session back to go on writing.</source>
        <translation>Recupera la sesión para seguir escribiendo.</translation>
    </message>
    <message>
        <source>Take the session over to write here.</source>
        <translation>Toma el control de la sesión para escribir aquí.</translation>
    </message>
    <message>
        <source>Your draft is kept.</source>
        <translation>Tu borrador está guardado.</translation>
    </message>
</context>
<context>
    <name>CoursePane</name>
    <message>
        <source>Course</source>
        <translation>Curso</translation>
    </message>
    <message>
        <source>No course open. Open one from a file, or drop it here.</source>
        <translation>Ningún curso abierto. Abre uno desde un archivo o suéltalo aquí.</translation>
    </message>
</context>
<context>
    <name>DropSheet</name>
    <message>
        <source>This cannot be imported</source>
        <translation>Esto no se puede importar</translation>
    </message>
    <message>
        <source>Let go to import from this file</source>
        <translation>Suelta para importar de este archivo</translation>
    </message>
    <message numerus="yes">
        <source>Let go to import from %n files</source>
        <translation>
            <numerusform>Suelta para importar de %n archivo</numerusform>
            <numerusform>Suelta para importar de %n archivos</numerusform>
        </translation>
    </message>
    <message>
        <source>You see first what would happen. Importing only adds.</source>
        <translation>Primero ves qué pasaría. Importar solo añade.</translation>
    </message>
    <message>
        <source>Nothing can be saved now.</source>
        <translation>Ahora no se puede guardar nada.</translation>
    </message>
    <message>
        <source>It is not a file on this laptop. Save it first, then drop the file.</source>
        <translation>No es un archivo de este portátil. Guárdalo primero y luego suelta el archivo.</translation>
    </message>
    <message>
        <source>Sessions come in files that end in .sessionbundle, .zip or .json.</source>
        <translation>Las sesiones vienen en archivos que terminan en .sessionbundle, .zip o .json.</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Into a file that another laptop can import. Nothing here changes.</source>
        <translation>A un archivo que otro portátil puede importar. Aquí no cambia nada.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progreso</translation>
    </message>
    <message>
        <source>Cancel leaves no file behind.</source>
        <translation>Cancelar no deja ningún archivo.</translation>
    </message>
    <message>
        <source>Saved as “{name}”</source>
        <translation>Guardado como «{name}»</translation>
    </message>
    <message>
        <source>Nothing was exported</source>
        <translation>No se exportó nada</translation>
    </message>
    <message>
        <source>Left out, because it cannot be read: {titles}.</source>
        <translation>Quedó fuera porque no se puede leer: {titles}.</translation>
    </message>
    <message>
        <source>Stopped. No file was written.</source>
        <translation>Detenido. No se escribió ningún archivo.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Deteniendo…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Others' work too</source>
        <translation>También el trabajo de otras personas</translation>
    </message>
    <message>
        <source>Take out personal details, as far as they are found</source>
        <translation>Quitar los datos personales que se encuentren</translation>
    </message>
    <message>
        <source>Passphrase, if the file is to be locked</source>
        <translation>Contraseña, si el archivo se va a bloquear</translation>
    </message>
    <message>
        <source>The same passphrase again</source>
        <translation>La misma contraseña otra vez</translation>
    </message>
    <message>
        <source>Choose a place…</source>
        <translation>Elegir un lugar…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Mostrar en la carpeta</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Nobody can open the file without the passphrase. Write it down.</source>
        <translation>Nadie puede abrir el archivo sin la contraseña. Anótala.</translation>
    </message>
</context>
<context>
    <name>ExportFlow</name>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Session files</source>
        <translation>Archivos de sesiones</translation>
    </message>
</context>
<context>
    <name>GuestDialog</name>
    <message>
        <source>Guest</source>
        <translation>Invitado</translation>
    </message>
    <message>
        <source>Save a backup file…</source>
        <translation>Guardar una copia de seguridad…</translation>
    </message>
    <message>
        <source>Discard the work</source>
        <translation>Descartar el trabajo</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>Dejar abierto</translation>
    </message>
    <message>
        <source>Go on as guest</source>
        <translation>Seguir como invitado</translation>
    </message>
    <message>
        <source>This was not saved.</source>
        <translation>Esto no se guardó.</translation>
    </message>
    <message>
        <source>Save a backup file</source>
        <translation>Guardar una copia de seguridad</translation>
    </message>
    <message>
        <source>Satchel backups</source>
        <translation>Copias de seguridad de Satchel</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Guardando…</translation>
    </message>
    <message>
        <source>Keep what “{name}” did here?</source>
        <translation>¿Conservar lo que hizo aquí «{name}»?</translation>
    </message>
    <message>
        <source>Keep what the guest “{name}” did here last time?</source>
        <translation>¿Conservar lo que hizo aquí «{name}» la última vez como invitado?</translation>
    </message>
    <message>
        <source>A guest's work does not stay on this laptop. Save it to a file, on a USB stick say, if somebody wants it later; then it is wiped here.</source>
        <translation>El trabajo de un invitado no se queda en este portátil. Si alguien lo quiere más tarde, guárdalo en un archivo, por ejemplo en una memoria USB; después se borra de aquí.</translation>
    </message>
</context>
<context>
    <name>HeldDialog</name>
    <message>
        <source>This session is open in another window</source>
        <translation>Esta sesión está abierta en otra ventana</translation>
    </message>
    <message>
        <source>Only one window at a time can write to it. If you take it over, the other one can read on, and what was typed there is kept.</source>
        <translation>Solo una ventana puede escribir en ella a la vez. Si tomas el control, la otra podrá seguir leyendo y lo que se escribió allí se conserva.</translation>
    </message>
    <message>
        <source>Open read-only</source>
        <translation>Abrir solo para leer</translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation>Tomar el control</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Opened on {host}: {when}</source>
        <translation>Abierta en {host}: {when}</translation>
    </message>
</context>
<context>
    <name>HomePage</name>
    <message>
        <source>Start here</source>
        <translation>Empieza aquí</translation>
    </message>
    <message>
        <source>Everything you do is kept on this laptop.</source>
        <translation>Todo lo que haces se guarda en este portátil.</translation>
    </message>
    <message>
        <source>Start a session</source>
        <translation>Empezar una sesión</translation>
    </message>
    <message>
        <source>Write down what you think, ask and find out</source>
        <translation>Escribe lo que piensas, preguntas y descubres</translation>
    </message>
    <message>
        <source>Import sessions</source>
        <translation>Importar sesiones</translation>
    </message>
    <message>
        <source>Bring in work from a file or a USB stick, or drop it here</source>
        <translation>Trae trabajo de un archivo o una memoria USB, o suéltalo aquí</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Recientes</translation>
    </message>
    <message>
        <source>Recent sessions</source>
        <translation>Sesiones recientes</translation>
    </message>
    <message>
        <source>Nothing here yet. Your latest sessions will be listed here.</source>
        <translation>Todavía no hay nada. Aquí aparecerán tus últimas sesiones.</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Looking at what is there…</source>
        <translation>Mirando qué hay…</translation>
    </message>
    <message>
        <source>Nothing is written yet.</source>
        <translation>Todavía no se ha escrito nada.</translation>
    </message>
    <message>
        <source>Importing only adds. Nothing here is changed or removed.</source>
        <translation>Importar solo añade. Aquí no se cambia ni se quita nada.</translation>
    </message>
    <message>
        <source>There are more files than can be imported at once. Import the rest after.</source>
        <translation>Hay más archivos de los que se pueden importar a la vez. Importa el resto después.</translation>
    </message>
    <message>
        <source>That is not the passphrase. Try again.</source>
        <translation>Esa no es la contraseña. Inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>A file is locked with a passphrase. Ask who made it, and type it.</source>
        <translation>Un archivo está bloqueado con una contraseña. Pregunta a quien lo hizo y escríbela.</translation>
    </message>
    <message>
        <source>Cancel keeps the sessions already added and leaves out the rest. No session is left half done.</source>
        <translation>Cancelar conserva las sesiones ya añadidas y descarta el resto. Ninguna sesión queda a medias.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Deteniendo…</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenido</translation>
    </message>
    <message>
        <source>Nothing was added</source>
        <translation>No se añadió nada</translation>
    </message>
    <message>
        <source>Stopped. {added}, {missing}. You can import the file again.</source>
        <translation>Detenido. {added}, {missing}. Puedes importar el archivo de nuevo.</translation>
    </message>
    <message>
        <source>The table says why.</source>
        <translation>La tabla dice por qué.</translation>
    </message>
    <message>
        <source>Everything that was new is here now.</source>
        <translation>Todo lo nuevo ya está aquí.</translation>
    </message>
    <message>
        <source>Adding “{title}”</source>
        <translation>Añadiendo «{title}»</translation>
    </message>
    <message>
        <source>This file is locked</source>
        <translation>Este archivo está bloqueado</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Contraseña</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Desbloquear</translation>
    </message>
    <message>
        <source>This was mine: I wrote it on another laptop</source>
        <translation>Esto era mío: lo escribí en otro portátil</translation>
    </message>
    <message>
        <source>Bring back what was deleted here</source>
        <translation>Recuperar lo que se eliminó aquí</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progreso</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Copiar detalles</translation>
    </message>
</context>
<context>
    <name>InterruptedBanner</name>
    <message>
        <source>Open in another window</source>
        <translation>Abierta en otra ventana</translation>
    </message>
    <message>
        <source>Nothing was lost.</source>
        <translation>No se ha perdido nada.</translation>
    </message>
    <message>
        <source>No other window has this session open any more.</source>
        <translation>Ninguna otra ventana tiene ya abierta esta sesión.</translation>
    </message>
    <message>
        <source>You can read it here.</source>
        <translation>Aquí puedes leerla.</translation>
    </message>
    <message>
        <source>Whether another window has this session cannot be seen now.</source>
        <translation>Ahora no se puede saber si otra ventana tiene esta sesión.</translation>
    </message>
    <message>
        <source>This session is open in another window now.</source>
        <translation>Esta sesión está abierta ahora en otra ventana.</translation>
    </message>
    <message>
        <source>This session is open in another window.</source>
        <translation>Esta sesión está abierta en otra ventana.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>Recuperarla</translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation>Tomar el control</translation>
    </message>
</context>
<context>
    <name>LanguagePage</name>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>What the windows on this laptop speak. Your words stay as they are.</source>
        <translation>El idioma de las ventanas en este portátil. Tus palabras quedan como están.</translation>
    </message>
    <message>
        <source>Language of the windows</source>
        <translation>Idioma de las ventanas</translation>
    </message>
    <message>
        <source>Like the system ({language})</source>
        <translation>Como el sistema ({language})</translation>
    </message>
    <message>
        <source>Another language is spoken from the next start on.</source>
        <translation>Otro idioma se usa a partir del próximo inicio.</translation>
    </message>
    <message>
        <source>Kept. Close all windows and start Satchel again to see it in this language.</source>
        <translation>Guardado. Cierra todas las ventanas y vuelve a abrir Satchel para verlo en este idioma.</translation>
    </message>
</context>
<context>
    <name>LeftDraft</name>
    <message>
        <source>Typed in another window and not sent:</source>
        <translation>Escrito en otra ventana y sin enviar:</translation>
    </message>
    <message>
        <source>Put it in the box</source>
        <translation>Ponerlo en el cuadro</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>Dejarlo</translation>
    </message>
</context>
<context>
    <name>LogPage</name>
    <message>
        <source>Log</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>What Satchel noted about itself. A report says how this laptop and its data are; it holds no names, no titles and nothing you wrote.</source>
        <translation>Lo que Satchel anotó sobre sí mismo. Un informe dice cómo están este portátil y sus datos; no contiene nombres, ni títulos, ni nada de lo que escribiste.</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Copiar informe</translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation>Copiar registro</translation>
    </message>
    <message>
        <source>Newest lines of the log</source>
        <translation>Últimas líneas del registro</translation>
    </message>
    <message>
        <source>Nothing was noted yet.</source>
        <translation>Todavía no se ha anotado nada.</translation>
    </message>
    <message>
        <source>Looking everything over…</source>
        <translation>Revisándolo todo…</translation>
    </message>
    <message>
        <source>Report copied</source>
        <translation>Informe copiado</translation>
    </message>
    <message>
        <source>Log copied</source>
        <translation>Registro copiado</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>This was not saved: the disk is full.</source>
        <translation>Esto no se guardó: el disco está lleno.</translation>
    </message>
    <message>
        <source>This was not saved: this laptop's sessions can only be read now.</source>
        <translation>Esto no se guardó: las sesiones de este portátil ahora solo se pueden leer.</translation>
    </message>
    <message>
        <source>This was not saved: another program holds the sessions.</source>
        <translation>Esto no se guardó: otro programa tiene ocupadas las sesiones.</translation>
    </message>
    <message>
        <source>This was not saved: the session is open in another window now.</source>
        <translation>Esto no se guardó: la sesión está abierta ahora en otra ventana.</translation>
    </message>
    <message>
        <source>This was not saved: this session can only be read.</source>
        <translation>Esto no se guardó: esta sesión solo se puede leer.</translation>
    </message>
    <message>
        <source>This was not saved: it is too long for one message.</source>
        <translation>Esto no se guardó: es demasiado largo para un mensaje.</translation>
    </message>
    <message>
        <source>This was not saved.</source>
        <translation>Esto no se guardó.</translation>
    </message>
    <message>
        <source>Your text is back in the box.</source>
        <translation>Tu texto vuelve a estar en el cuadro.</translation>
    </message>
    <message>
        <source>This is someone else's work. You can read it, not change it.</source>
        <translation>Es el trabajo de otra persona. Puedes leerlo, no cambiarlo.</translation>
    </message>
    <message>
        <source>This session is finished. Reopen it to go on writing.</source>
        <translation>Esta sesión está terminada. Reábrela para seguir escribiendo.</translation>
    </message>
    <message>
        <source>This session is in the trash. Restore it to go on writing.</source>
        <translation>Esta sesión está en la papelera. Restáurala para seguir escribiendo.</translation>
    </message>
    <message>
        <source>This session was written by a newer Satchel. Update to write to it.</source>
        <translation>Esta sesión la escribió un Satchel más nuevo. Actualiza para escribir en ella.</translation>
    </message>
    <message>
        <source>This laptop's sessions can only be read now.</source>
        <translation>Las sesiones de este portátil ahora solo se pueden leer.</translation>
    </message>
    <message>
        <source>This session is open in another window now. Nothing was lost.</source>
        <translation>Esta sesión está abierta ahora en otra ventana. No se ha perdido nada.</translation>
    </message>
    <message>
        <source>This session can only be read.</source>
        <translation>Esta sesión solo se puede leer.</translation>
    </message>
    <message>
        <source>“{title}” is in the trash now.</source>
        <translation>«{title}» está ahora en la papelera.</translation>
    </message>
    <message>
        <source>What you had typed is kept with it.</source>
        <translation>Lo que habías escrito se guarda con ella.</translation>
    </message>
    <message>
        <source>Restore it to go on.</source>
        <translation>Restáurala para continuar.</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>«{title}» se eliminó.</translation>
    </message>
    <message>
        <source>What you had typed is in the details.</source>
        <translation>Lo que habías escrito está en los detalles.</translation>
    </message>
    <message>
        <source>The session of this link is not on this laptop.</source>
        <translation>La sesión de este enlace no está en este portátil.</translation>
    </message>
    <message>
        <source>Ask for the session itself: it travels as a file.</source>
        <translation>Pide la sesión misma: viaja como archivo.</translation>
    </message>
    <message>
        <source>This is not a link to a session or course.</source>
        <translation>Esto no es un enlace a una sesión o un curso.</translation>
    </message>
    <message>
        <source>Copy it again, all of it.</source>
        <translation>Cópialo otra vez, entero.</translation>
    </message>
    <message>
        <source>The backup is back. What was there before is kept.</source>
        <translation>La copia de seguridad está de vuelta. Lo que había antes se conserva.</translation>
    </message>
    <message>
        <source>Look whether your newest work is there.</source>
        <translation>Mira si está tu trabajo más reciente.</translation>
    </message>
    <message>
        <source>Everything was saved: nothing is missing.</source>
        <translation>Se ha recuperado todo: no falta nada.</translation>
    </message>
    <message>
        <source>What could be saved is here. Some of it may be missing.</source>
        <translation>Aquí está lo que se pudo recuperar. Puede que falte algo.</translation>
    </message>
    <message>
        <source>What could be saved is here. Messages are missing in {titles}.</source>
        <translation>Aquí está lo que se pudo recuperar. Faltan mensajes en {titles}.</translation>
    </message>
    <message>
        <source>A backup may have them: show this to your teacher.</source>
        <translation>Una copia de seguridad puede tenerlos: enséñaselo a tu docente.</translation>
    </message>
    <message>
        <source>The course of this link is not on this laptop.</source>
        <translation>El curso de este enlace no está en este portátil.</translation>
    </message>
    <message>
        <source>Open its file first, then the link again.</source>
        <translation>Abre primero su archivo y después el enlace.</translation>
    </message>
    <message>
        <source>This laptop's sessions were last used by a newer Satchel.</source>
        <translation>Las sesiones de este portátil las usó por última vez un Satchel más nuevo.</translation>
    </message>
    <message>
        <source>Update Satchel to open them; nothing was changed.</source>
        <translation>Actualiza Satchel para abrirlas; no se cambió nada.</translation>
    </message>
    <message>
        <source>The file that holds this laptop's sessions is damaged. Nothing was deleted.</source>
        <translation>El archivo con las sesiones de este portátil está dañado. No se borró nada.</translation>
    </message>
    <message>
        <source>Show this to your teacher: a backup may bring the sessions back.</source>
        <translation>Enséñaselo a tu docente: una copia de seguridad puede traer de vuelta las sesiones.</translation>
    </message>
    <message>
        <source>Nothing could be saved from the damaged file. It is kept as it is.</source>
        <translation>No se pudo recuperar nada del archivo dañado. Se conserva tal como está.</translation>
    </message>
    <message>
        <source>Restore a backup, or show this to your teacher.</source>
        <translation>Restaura una copia de seguridad o enséñaselo a tu docente.</translation>
    </message>
    <message>
        <source>The file that holds this laptop's sessions is gone from its folder.</source>
        <translation>El archivo con las sesiones de este portátil ya no está en su carpeta.</translation>
    </message>
    <message>
        <source>Put it back, or show this to your teacher. No empty one was put in its place.</source>
        <translation>Devuélvelo a su sitio o enséñaselo a tu docente. No se puso uno vacío en su lugar.</translation>
    </message>
    <message>
        <source>This laptop's sessions can only be read now, not changed.</source>
        <translation>Las sesiones de este portátil ahora solo se pueden leer, no cambiar.</translation>
    </message>
    <message>
        <source>Ask whoever looks after this laptop to make the data folder writable.</source>
        <translation>Pide a quien cuida este portátil que permita escribir en la carpeta de datos.</translation>
    </message>
    <message>
        <source>These sessions come from another laptop. What happened?</source>
        <translation>Estas sesiones vienen de otro portátil. ¿Qué ha pasado?</translation>
    </message>
    <message>
        <source>Until somebody says so, they can be read and nothing is saved. Ask your teacher if unsure.</source>
        <translation>Hasta que alguien lo diga, se pueden leer y no se guarda nada. Si no lo tienes claro, pregunta a tu docente.</translation>
    </message>
    <message>
        <source>The disk is full. What was saved is safe.</source>
        <translation>El disco está lleno. Lo guardado está a salvo.</translation>
    </message>
    <message>
        <source>Delete files you no longer need, then try again.</source>
        <translation>Borra archivos que ya no necesites y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Another program holds the sessions and does not let go.</source>
        <translation>Otro programa tiene ocupadas las sesiones y no las suelta.</translation>
    </message>
    <message>
        <source>Close other Satchel windows, then try again.</source>
        <translation>Cierra las otras ventanas de Satchel y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>The sessions cannot be reached now. What was saved is safe.</source>
        <translation>Ahora no se puede llegar a las sesiones. Lo guardado está a salvo.</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Vuelve a intentarlo en un momento.</translation>
    </message>
    <message>
        <source>This session is not here any more.</source>
        <translation>Esta sesión ya no está aquí.</translation>
    </message>
    <message>
        <source>It may have been deleted in another window.</source>
        <translation>Puede que se haya borrado en otra ventana.</translation>
    </message>
    <message>
        <source>This session is in the trash.</source>
        <translation>Esta sesión está en la papelera.</translation>
    </message>
    <message>
        <source>Restore it first.</source>
        <translation>Restáurala primero.</translation>
    </message>
    <message>
        <source>Part of this session is damaged and cannot be shown.</source>
        <translation>Una parte de esta sesión está dañada y no se puede mostrar.</translation>
    </message>
    <message>
        <source>Everything else is not affected. Show this to your teacher.</source>
        <translation>Lo demás no está afectado. Enséñaselo a tu docente.</translation>
    </message>
    <message>
        <source>Take it back to go on writing.</source>
        <translation>Recupérala para seguir escribiendo.</translation>
    </message>
    <message>
        <source>This session is open in another window.</source>
        <translation>Esta sesión está abierta en otra ventana.</translation>
    </message>
    <message>
        <source>Close it there, or take it back.</source>
        <translation>Ciérrala allí o recupérala.</translation>
    </message>
    <message>
        <source>This name cannot be used.</source>
        <translation>Este nombre no se puede usar.</translation>
    </message>
    <message>
        <source>Choose another: not empty, and not one that is taken.</source>
        <translation>Elige otro: que no esté vacío ni ocupado.</translation>
    </message>
    <message>
        <source>This is too long for one message.</source>
        <translation>Esto es demasiado largo para un mensaje.</translation>
    </message>
    <message>
        <source>Send it in parts.</source>
        <translation>Envíalo por partes.</translation>
    </message>
    <message>
        <source>This session was written by a newer Satchel.</source>
        <translation>Esta sesión la escribió un Satchel más nuevo.</translation>
    </message>
    <message>
        <source>It can be read; update Satchel to write to it.</source>
        <translation>Se puede leer; actualiza Satchel para escribir en ella.</translation>
    </message>
    <message>
        <source>This file is locked with a passphrase.</source>
        <translation>Este archivo está bloqueado con una contraseña.</translation>
    </message>
    <message>
        <source>Ask who made it, and type it.</source>
        <translation>Pregunta a quien lo hizo y escríbela.</translation>
    </message>
    <message>
        <source>That is not the passphrase of this file.</source>
        <translation>Esa no es la contraseña de este archivo.</translation>
    </message>
    <message>
        <source>Try again, or ask who made it.</source>
        <translation>Inténtalo de nuevo o pregunta a quien lo hizo.</translation>
    </message>
    <message>
        <source>This file was made by a newer Satchel.</source>
        <translation>Este archivo lo hizo un Satchel más nuevo.</translation>
    </message>
    <message>
        <source>Update Satchel to import it.</source>
        <translation>Actualiza Satchel para importarlo.</translation>
    </message>
    <message>
        <source>This file is larger than any that can be imported.</source>
        <translation>Este archivo es más grande de lo que se puede importar.</translation>
    </message>
    <message>
        <source>Export it again, in several files.</source>
        <translation>Expórtalo de nuevo, en varios archivos.</translation>
    </message>
    <message>
        <source>The file changed after it was looked at. Nothing was taken from it.</source>
        <translation>El archivo cambió después de mirarlo. No se tomó nada de él.</translation>
    </message>
    <message>
        <source>Import it again.</source>
        <translation>Impórtalo de nuevo.</translation>
    </message>
    <message>
        <source>There are no sessions in this file.</source>
        <translation>No hay sesiones en este archivo.</translation>
    </message>
    <message>
        <source>There is a file of that name already. It was not touched.</source>
        <translation>Ya hay un archivo con ese nombre. No se tocó.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Elige otro nombre.</translation>
    </message>
    <message>
        <source>The folder of these sessions is one that {name} keeps alike on several computers.</source>
        <translation>La carpeta de estas sesiones es una que {name} mantiene igual en varios ordenadores.</translation>
    </message>
    <message>
        <source>The folder of these sessions is on a network drive ({name}).</source>
        <translation>La carpeta de estas sesiones está en una unidad de red ({name}).</translation>
    </message>
    <message>
        <source>They can only be read there, because two computers would damage them. Ask whoever looks after this laptop to choose a local folder.</source>
        <translation>Allí solo se pueden leer, porque dos ordenadores las dañarían. Pide a quien cuida este portátil que elija una carpeta local.</translation>
    </message>
    <message>
        <source>Something unexpected happened. What was saved is safe.</source>
        <translation>Ocurrió algo inesperado. Lo guardado está a salvo.</translation>
    </message>
    <message>
        <source>You can go on. If it happens again, copy the details and show them to your teacher.</source>
        <translation>Puedes continuar. Si vuelve a ocurrir, copia los detalles y enséñaselos a tu docente.</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Copy details</source>
        <translation>Copiar detalles</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
<context>
    <name>OpenLink</name>
    <message>
        <source>Open link</source>
        <translation>Abrir enlace</translation>
    </message>
    <message>
        <source>The link to a session or course:</source>
        <translation>El enlace a una sesión o un curso:</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
</context>
<context>
    <name>ProfilePage</name>
    <message>
        <source>Profile</source>
        <translation>Perfil</translation>
    </message>
    <message>
        <source>Who learns here. Each profile has its own sessions.</source>
        <translation>Quién aprende aquí. Cada perfil tiene sus propias sesiones.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Cambiar nombre</translation>
    </message>
    <message>
        <source>Name of this profile</source>
        <translation>Nombre de este perfil</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Shown in the status bar of this window.</source>
        <translation>Aparece en la barra de estado de esta ventana.</translation>
    </message>
    <message>
        <source>Others on this laptop</source>
        <translation>Otras personas en este portátil</translation>
    </message>
    <message>
        <source>Another profile opens in a window of its own, and at the next start.</source>
        <translation>Otro perfil se abre en su propia ventana, y también en el próximo inicio.</translation>
    </message>
    <message>
        <source>Nobody else yet.</source>
        <translation>Todavía nadie más.</translation>
    </message>
    <message>
        <source>Add profile</source>
        <translation>Añadir perfil</translation>
    </message>
    <message>
        <source>Name of the new profile</source>
        <translation>Nombre del perfil nuevo</translation>
    </message>
    <message>
        <source>A name</source>
        <translation>Un nombre</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>Perfil nuevo</translation>
    </message>
    <message>
        <source>For someone else on this laptop.</source>
        <translation>Para otra persona en este portátil.</translation>
    </message>
    <message>
        <source>Profiles keep work apart. They do not protect it from someone who uses this laptop with the same account.</source>
        <translation>Los perfiles separan el trabajo. No lo protegen de quien usa este portátil con la misma cuenta.</translation>
    </message>
    <message>
        <source>The profile is there. Open it above.</source>
        <translation>El perfil ya está. Ábrelo arriba.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Open the profile {name}</source>
        <translation>Abrir el perfil {name}</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>New session</source>
        <translation>Nueva sesión</translation>
    </message>
    <message>
        <source>Import sessions</source>
        <translation>Importar sesiones</translation>
    </message>
    <message>
        <source>Search sessions</source>
        <translation>Buscar sesiones</translation>
    </message>
    <message>
        <source>Nothing matches “{text}”. Try fewer letters.</source>
        <translation>Nada coincide con «{text}». Prueba con menos letras.</translation>
    </message>
    <message>
        <source>Sessions you start or import are listed here, under their course.</source>
        <translation>Las sesiones que empieces o importes aparecen aquí, bajo su curso.</translation>
    </message>
</context>
<context>
    <name>ReadOnlyBanner</name>
    <message>
        <source>It was moved here</source>
        <translation>Se trasladó aquí</translation>
    </message>
    <message>
        <source>This is a new laptop</source>
        <translation>Es un portátil nuevo</translation>
    </message>
    <message>
        <source>The old laptop does not go on with these sessions. Everything stays as it is and can be changed here.</source>
        <translation>El portátil antiguo no sigue con estas sesiones. Todo queda como está y se puede cambiar aquí.</translation>
    </message>
    <message>
        <source>The old laptop goes on with them, or many laptops were made alike. The sessions there are can be read here; everyone starts with work of their own.</source>
        <translation>El portátil antiguo sigue con ellas, o se prepararon muchos portátiles iguales. Las sesiones que hay se pueden leer aquí; cada cual empieza con trabajo propio.</translation>
    </message>
</context>
<context>
    <name>RecentDelegate</name>
    <message>
        <source>Saved</source>
        <translation>Guardado</translation>
    </message>
</context>
<context>
    <name>RecordText</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entrada</numerusform>
            <numerusform>%n entradas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left it after %n seconds</source>
        <translation>
            <numerusform>La dejó después de %n segundo</numerusform>
            <numerusform>La dejó después de %n segundos</numerusform>
        </translation>
    </message>
    <message>
        <source>This message cannot be read</source>
        <translation>Este mensaje no se puede leer</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Tú</translation>
    </message>
    <message>
        <source>Learner</source>
        <translation>Aprendiz</translation>
    </message>
    <message>
        <source>Tutor</source>
        <translation>Tutor</translation>
    </message>
    <message>
        <source>Broken off: {title}</source>
        <translation>Interrumpido: {title}</translation>
    </message>
    <message>
        <source>Broken off</source>
        <translation>Interrumpido</translation>
    </message>
    <message>
        <source>Answers so far, not handed in yet</source>
        <translation>Respuestas hasta ahora, sin entregar</translation>
    </message>
    <message>
        <source>Handed in</source>
        <translation>Entregado</translation>
    </message>
    <message>
        <source>No answers yet</source>
        <translation>Todavía sin respuestas</translation>
    </message>
    <message>
        <source>{question}: {answer}</source>
        <translation>{question}: {answer}</translation>
    </message>
    <message>
        <source>Checked: {right} of {all} right</source>
        <translation>Corregido: {right} de {all} bien</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Corregido</translation>
    </message>
    <message>
        <source>, 1 point</source>
        <translation>, 1 punto</translation>
    </message>
    <message>
        <source>, {n} points</source>
        <translation>, {n} puntos</translation>
    </message>
    <message>
        <source>right</source>
        <translation>bien</translation>
    </message>
    <message>
        <source>not right</source>
        <translation>no está bien</translation>
    </message>
    <message>
        <source>not checked yet</source>
        <translation>sin corregir</translation>
    </message>
    <message>
        <source>Question {n}</source>
        <translation>Pregunta {n}</translation>
    </message>
    <message>
        <source>Question “{id}”</source>
        <translation>Pregunta «{id}»</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>sin respuesta</translation>
    </message>
    <message>
        <source>Opened this part of the course</source>
        <translation>Abrió esta parte del curso</translation>
    </message>
    <message>
        <source>Left this part of the course</source>
        <translation>Dejó esta parte del curso</translation>
    </message>
    <message>
        <source>Nothing was noted here</source>
        <translation>Aquí no se anotó nada</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 entrada</translation>
    </message>
</context>
<context>
    <name>RelativeTime</name>
    <message>
        <source>just now</source>
        <translation>ahora mismo</translation>
    </message>
    <message>
        <source>1 minute ago</source>
        <translation>hace 1 minuto</translation>
    </message>
    <message>
        <source>{day}, {time}</source>
        <translation>{day}, {time}</translation>
    </message>
    <message numerus="yes">
        <source>%n minutes ago</source>
        <translation>
            <numerusform>hace %n minuto</numerusform>
            <numerusform>hace %n minutos</numerusform>
        </translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Ayer</translation>
    </message>
</context>
<context>
    <name>SavedPage</name>
    <message>
        <source>What is saved</source>
        <translation>Qué está guardado</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>Qué significa</translation>
    </message>
    <message>
        <source>A message appears in the conversation only once it is on the disk. It is still there after a crash or an empty battery. What you are typing is kept too, a moment after you stop.</source>
        <translation>Un mensaje aparece en la conversación solo cuando ya está en el disco. Sigue ahí después de un fallo o de quedarse sin batería. Lo que estás escribiendo también se guarda, un momento después de parar.</translation>
    </message>
    <message>
        <source>Copy the folder's path</source>
        <translation>Copiar la ruta de la carpeta</translation>
    </message>
    <message>
        <source>Where it lies</source>
        <translation>Dónde está</translation>
    </message>
    <message>
        <source>In one folder on this laptop.</source>
        <translation>En una carpeta de este portátil.</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Espacio</translation>
    </message>
    <message>
        <source>This profile takes {used}. {free} are free on this disk.</source>
        <translation>Este perfil ocupa {used}. Quedan {free} libres en este disco.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear the search</source>
        <translation>Borrar la búsqueda</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>No server set up</source>
        <translation>Sin servidor configurado</translation>
    </message>
    <message>
        <source>Everything is kept on this laptop alone. Nothing is sent anywhere.</source>
        <translation>Todo se guarda solo en este portátil. No se envía nada a ninguna parte.</translation>
    </message>
    <message>
        <source>Is one needed?</source>
        <translation>¿Hace falta uno?</translation>
    </message>
    <message>
        <source>No. Reading, writing and searching need no server and no network.</source>
        <translation>No. Leer, escribir y buscar no necesitan servidor ni red.</translation>
    </message>
    <message>
        <source>What it would be for</source>
        <translation>Para qué serviría</translation>
    </message>
    <message>
        <source>A school can keep the same sessions on a server of its own.</source>
        <translation>Una escuela puede guardar las mismas sesiones en un servidor propio.</translation>
    </message>
</context>
<context>
    <name>SessionDelegate</name>
    <message>
        <source>New name of the session</source>
        <translation>Nombre nuevo de la sesión</translation>
    </message>
</context>
<context>
    <name>SessionOpening</name>
    <message>
        <source>New session</source>
        <translation>Nueva sesión</translation>
    </message>
    <message>
        <source>New session {number}</source>
        <translation>Nueva sesión {number}</translation>
    </message>
</context>
<context>
    <name>SessionTree</name>
    <message>
        <source>Archived</source>
        <translation>Archivadas</translation>
    </message>
    <message>
        <source>Others' work</source>
        <translation>Trabajo de otras personas</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papelera</translation>
    </message>
    <message>
        <source>Work of {learner}</source>
        <translation>Trabajo de {learner}</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>sin enviar</translation>
    </message>
    <message>
        <source>done</source>
        <translation>hecha</translation>
    </message>
    <message>
        <source>work of {learner}</source>
        <translation>trabajo de {learner}</translation>
    </message>
    <message>
        <source>read only</source>
        <translation>solo lectura</translation>
    </message>
    <message>
        <source>open in this window</source>
        <translation>abierta en esta ventana</translation>
    </message>
    <message>
        <source>Without a course</source>
        <translation>Sin curso</translation>
    </message>
    <message>
        <source>1 new message</source>
        <translation>1 mensaje nuevo</translation>
    </message>
    <message numerus="yes">
        <source>%n new messages</source>
        <translation>
            <numerusform>%n mensaje nuevo</numerusform>
            <numerusform>%n mensajes nuevos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionView</name>
    <message>
        <source>Sessions</source>
        <translation>Sesiones</translation>
    </message>
</context>
<context>
    <name>SessionWords</name>
    <message>
        <source>Quiz attempt</source>
        <translation>Intento de cuestionario</translation>
    </message>
    <message>
        <source>Course played</source>
        <translation>Curso reproducido</translation>
    </message>
    <message>
        <source>Untitled session</source>
        <translation>Sesión sin título</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
</context>
<context>
    <name>SidePages</name>
    <message>
        <source>Back to {title}</source>
        <translation>Volver a {title}</translation>
    </message>
    <message>
        <source>Back to the start page</source>
        <translation>Volver a la página de inicio</translation>
    </message>
</context>
<context>
    <name>StatePage</name>
    <message>
        <source>Try again</source>
        <translation>Volver a intentarlo</translation>
    </message>
    <message>
        <source>Save what can be saved</source>
        <translation>Recuperar lo que se pueda</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Copiar detalles</translation>
    </message>
    <message>
        <source>Opening your sessions…</source>
        <translation>Abriendo tus sesiones…</translation>
    </message>
    <message>
        <source>Saving what can be saved…</source>
        <translation>Recuperando lo que se puede…</translation>
    </message>
    <message>
        <source>Restoring the backup…</source>
        <translation>Restaurando la copia de seguridad…</translation>
    </message>
    <message>
        <source>Nothing is deleted. This can take a minute.</source>
        <translation>No se borra nada. Puede tardar un minuto.</translation>
    </message>
    <message>
        <source>Restore the newest backup ({when})</source>
        <translation>Restaurar la copia más reciente ({when})</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>No server</source>
        <translation>Sin servidor</translation>
    </message>
    <message>
        <source>No server set up</source>
        <translation>Sin servidor configurado</translation>
    </message>
    <message>
        <source>Everything is kept on this laptop alone. Nothing is sent anywhere.</source>
        <translation>Todo se guarda solo en este portátil. No se envía nada a ninguna parte.</translation>
    </message>
    <message>
        <source>No name yet</source>
        <translation>Todavía sin nombre</translation>
    </message>
    <message>
        <source>Guest on this laptop</source>
        <translation>Invitado en este portátil</translation>
    </message>
    <message>
        <source>{name} on this laptop</source>
        <translation>{name} en este portátil</translation>
    </message>
    <message>
        <source>Whose work is shown and kept here.</source>
        <translation>De quién es el trabajo que se muestra y se guarda aquí.</translation>
    </message>
    <message>
        <source>Nothing was written here yet.</source>
        <translation>Aquí todavía no se ha escrito nada.</translation>
    </message>
    <message>
        <source>Nothing to save yet</source>
        <translation>Nada que guardar todavía</translation>
    </message>
    <message>
        <source>Everything you wrote is kept on this laptop, also through a crash.</source>
        <translation>Todo lo que escribiste se guarda en este portátil, también tras un fallo.</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Guardado</translation>
    </message>
    <message>
        <source>Saving… your words are still in the box</source>
        <translation>Guardando… tus palabras siguen en el cuadro</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Guardando…</translation>
    </message>
    <message>
        <source>Your last message was not saved. Its text is back in the box.</source>
        <translation>Tu último mensaje no se guardó. Su texto vuelve a estar en el cuadro.</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>No guardado</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Messages</source>
        <translation>Mensajes</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Copiar mensaje</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Copiar dirección</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Abrir enlace</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleccionar todo</translation>
    </message>
    <message>
        <source>{name}: {text}</source>
        <translation>{name}: {text}</translation>
    </message>
    <message>
        <source>{name}, {time}: {text}</source>
        <translation>{name}, {time}: {text}</translation>
    </message>
    <message>
        <source>Saved here, not sent yet</source>
        <translation>Guardado aquí, sin enviar</translation>
    </message>
    <message>
        <source>New since you last looked</source>
        <translation>Nuevo desde la última vez que miraste</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>The rest is too long to show. Copying takes all of it.</source>
        <translation>El resto es demasiado largo para mostrarlo. Al copiar se lleva todo.</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Mostrar menos</translation>
    </message>
    <message>
        <source>Go to this place in the course</source>
        <translation>Ir a este lugar del curso</translation>
    </message>
</context>
<context>
    <name>Transfers</name>
    <message>
        <source>Adds the session with its one message.</source>
        <translation>Añade la sesión con su único mensaje.</translation>
    </message>
    <message numerus="yes">
        <source>Adds the session with its %n messages.</source>
        <translation>
            <numerusform>Añade la sesión con su %n mensaje.</numerusform>
            <numerusform>Añade la sesión con sus %n mensajes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Adds one message after the {count} you have.</source>
        <translation>Añade un mensaje tras los {count} que tienes.</translation>
    </message>
    <message numerus="yes">
        <source>Adds %n messages after the {count} you have.</source>
        <translation>
            <numerusform>Añade %n mensaje tras los {count} que tienes.</numerusform>
            <numerusform>Añade %n mensajes tras los {count} que tienes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing to do. You have its one message.</source>
        <translation>Nada que hacer. Ya tienes su único mensaje.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing to do. You have all %n messages.</source>
        <translation>
            <numerusform>Nada que hacer. Ya tienes su %n mensaje.</numerusform>
            <numerusform>Nada que hacer. Ya tienes sus %n mensajes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Both went on after message {number}. Yours stays; this one is added beside it.</source>
        <translation>Ambas siguieron tras el mensaje {number}. La tuya queda; esta se añade a su lado.</translation>
    </message>
    <message>
        <source>Was deleted here, and comes back.</source>
        <translation>Se eliminó aquí y vuelve.</translation>
    </message>
    <message>
        <source>Was deleted here, and stays so.</source>
        <translation>Se eliminó aquí y sigue eliminada.</translation>
    </message>
    <message>
        <source>Left out.</source>
        <translation>Descartada.</translation>
    </message>
    <message>
        <source>Left out. Nothing in this file can be used.</source>
        <translation>Descartado. Nada de este archivo se puede usar.</translation>
    </message>
    <message>
        <source>Left out. Cannot be read: {place}.</source>
        <translation>Descartada. No se puede leer: {place}.</translation>
    </message>
    <message>
        <source>1 session was added</source>
        <translation>Se añadió 1 sesión</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions were added</source>
        <translation>
            <numerusform>Se añadió %n sesión</numerusform>
            <numerusform>Se añadieron %n sesiones</numerusform>
        </translation>
    </message>
    <message>
        <source>1 was left out</source>
        <translation>1 quedó fuera</translation>
    </message>
    <message numerus="yes">
        <source>%n were left out</source>
        <translation>
            <numerusform>%n quedó fuera</numerusform>
            <numerusform>%n quedaron fuera</numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing new to import</source>
        <translation>No hay nada nuevo que importar</translation>
    </message>
    <message>
        <source>Import one session?</source>
        <translation>¿Importar una sesión?</translation>
    </message>
    <message numerus="yes">
        <source>Import %n sessions?</source>
        <translation>
            <numerusform>¿Importar %n sesión?</numerusform>
            <numerusform>¿Importar %n sesiones?</numerusform>
        </translation>
    </message>
    <message>
        <source>Import {some} of {all} sessions?</source>
        <translation>¿Importar {some} de {all} sesiones?</translation>
    </message>
    <message>
        <source>Import one session</source>
        <translation>Importar una sesión</translation>
    </message>
    <message numerus="yes">
        <source>Import %n sessions</source>
        <translation>
            <numerusform>Importar %n sesión</numerusform>
            <numerusform>Importar %n sesiones</numerusform>
        </translation>
    </message>
    <message>
        <source>Importing one session</source>
        <translation>Importando una sesión</translation>
    </message>
    <message numerus="yes">
        <source>Importing %n sessions</source>
        <translation>
            <numerusform>Importando %n sesión</numerusform>
            <numerusform>Importando %n sesiones</numerusform>
        </translation>
    </message>
    <message>
        <source>{done} of {total} messages</source>
        <translation>{done} de {total} mensajes</translation>
    </message>
    <message>
        <source>Export “{title}”?</source>
        <translation>¿Exportar «{title}»?</translation>
    </message>
    <message>
        <source>Export one session?</source>
        <translation>¿Exportar una sesión?</translation>
    </message>
    <message numerus="yes">
        <source>Export %n sessions?</source>
        <translation>
            <numerusform>¿Exportar %n sesión?</numerusform>
            <numerusform>¿Exportar %n sesiones?</numerusform>
        </translation>
    </message>
    <message>
        <source>e-mail addresses</source>
        <translation>direcciones de correo</translation>
    </message>
    <message>
        <source>phone numbers</source>
        <translation>números de teléfono</translation>
    </message>
    <message>
        <source>names</source>
        <translation>nombres</translation>
    </message>
    <message>
        <source>passwords in links</source>
        <translation>contraseñas en enlaces</translation>
    </message>
    <message>
        <source>keys and passwords</source>
        <translation>claves y contraseñas</translation>
    </message>
    <message>
        <source>marks of this laptop</source>
        <translation>marcas de este portátil</translation>
    </message>
    <message>
        <source>Taken out: {kinds}.</source>
        <translation>Quitado: {kinds}.</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sesiones</translation>
    </message>
    <message numerus="yes">
        <source>From %n files, {size}.</source>
        <translation>
            <numerusform>De %n archivo, {size}.</numerusform>
            <numerusform>De %n archivos, {size}.</numerusform>
        </translation>
    </message>
    <message>
        <source>From {name}, {size}.</source>
        <translation>De {name}, {size}.</translation>
    </message>
    <message>
        <source>From {name}, {size}, written on {day}.</source>
        <translation>De {name}, {size}, escrito el {day}.</translation>
    </message>
    <message>
        <source>Import sessions</source>
        <translation>Importar sesiones</translation>
    </message>
    <message>
        <source>Session files</source>
        <translation>Archivos de sesiones</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Todos los archivos</translation>
    </message>
</context>
<context>
    <name>UndoStrip</name>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>“{title}” is in the trash.</source>
        <translation>«{title}» está en la papelera.</translation>
    </message>
</context>
<context>
    <name>WindowCorners</name>
    <message>
        <source>Show the sessions</source>
        <translation>Mostrar las sesiones</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversación</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>Curso</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Lo que se muestra</translation>
    </message>
</context>
<context>
    <name>WindowParts</name>
    <message>
        <source>{title} – Satchel</source>
        <translation>{title} – Satchel</translation>
    </message>
</context>
</TS>
