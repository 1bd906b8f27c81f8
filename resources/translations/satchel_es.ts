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
    <name>Absence</name>
    <message>
        <source>The messages of this session are on the server, not on this laptop.</source>
        <translation>Los mensajes de esta sesión están en el servidor, no en este portátil.</translation>
    </message>
    <message>
        <source>Set a server up again to fetch them.</source>
        <translation>Configura de nuevo un servidor para traerlos.</translation>
    </message>
    <message>
        <source>Sign in again to fetch them.</source>
        <translation>Inicia sesión de nuevo para traerlos.</translation>
    </message>
    <message>
        <source>Switch sending and fetching on to have them here.</source>
        <translation>Activa el envío y la recepción para tenerlos aquí.</translation>
    </message>
    <message>
        <source>They come when the question about the server is answered.</source>
        <translation>Llegan cuando se responda la pregunta sobre el servidor.</translation>
    </message>
    <message>
        <source>The server does not answer now. They come as soon as it does.</source>
        <translation>El servidor no responde ahora. Llegan en cuanto responda.</translation>
    </message>
    <message>
        <source>They are being fetched…</source>
        <translation>Se están trayendo…</translation>
    </message>
    <message>
        <source>deleted on the server</source>
        <translation>eliminada en el servidor</translation>
    </message>
    <message>
        <source>its time was over</source>
        <translation>se le acabó el tiempo</translation>
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
        <source>S&amp;ync now</source>
        <translation>Sincronizar a&amp;hora</translation>
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
        <source>What is remem&amp;bered</source>
        <translation>Lo que se rec&amp;uerda</translation>
    </message>
    <message>
        <source>&amp;What the assistant would see…</source>
        <translation>Lo que &amp;vería el asistente…</translation>
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
    <name>Attention</name>
    <message>
        <source>Another server answers at the known address</source>
        <translation>Otro servidor responde en la dirección conocida</translation>
    </message>
    <message>
        <source>It may be the same server, set up anew or brought back from a backup, or really another one. Ask whoever runs it if you are not sure. Nothing is sent or deleted before you say.</source>
        <translation>Puede ser el mismo servidor, instalado de nuevo o recuperado de una copia, o de verdad otro. Pregunta a quien lo lleva si no lo sabes. No se envía ni se elimina nada antes de que lo digas.</translation>
    </message>
    <message>
        <source>1 session is gone from the server</source>
        <translation>1 sesión ya no está en el servidor</translation>
    </message>
    <message>
        <source>Did somebody delete them on purpose? Then they move to the trash here too, from where they can be restored. If not, they are sent to the server again.</source>
        <translation>¿Alguien las eliminó a propósito? Entonces pasan también aquí a la papelera, de donde se pueden restaurar. Si no, se envían otra vez al servidor.</translation>
    </message>
    <message>
        <source>The server needs an answer</source>
        <translation>El servidor necesita una respuesta</translation>
    </message>
    <message>
        <source>1 session was begun in this profile before.</source>
        <translation>Antes ya se empezó 1 sesión en este perfil.</translation>
    </message>
    <message>
        <source>If that was you, your work goes to the server with you. If it was somebody else, the token is put away here, and whoever it belongs to adds a profile of their own. Nothing is sent or fetched before you say.</source>
        <translation>Si eras tú, tu trabajo va contigo al servidor. Si era otra persona, aquí se descarta la clave y su dueño o dueña añade un perfil propio. No se envía ni se recibe nada antes de que respondas.</translation>
    </message>
    <message>
        <source>The token is for {learner}. Is that you?</source>
        <translation>La clave es de {learner}. ¿Eres tú?</translation>
    </message>
    <message>
        <source>Use another token…</source>
        <translation>Usar otra clave…</translation>
    </message>
    <message>
        <source>Somebody signed in to this profile before, with another token.</source>
        <translation>Antes alguien inició sesión en este perfil con otra clave.</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions were begun in this profile before.</source>
        <translation>
            <numerusform>Antes ya se empezó %n sesión en este perfil.</numerusform>
            <numerusform>Antes ya se empezaron %n sesiones en este perfil.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions are gone from the server</source>
        <translation>
            <numerusform>%n sesión ya no está en el servidor</numerusform>
            <numerusform>%n sesiones ya no están en el servidor</numerusform>
        </translation>
    </message>
    <message>
        <source>It is the same server</source>
        <translation>Es el mismo servidor</translation>
    </message>
    <message>
        <source>It is another server</source>
        <translation>Es otro servidor</translation>
    </message>
    <message>
        <source>Move them to the trash</source>
        <translation>Moverlas a la papelera</translation>
    </message>
    <message>
        <source>Send them again</source>
        <translation>Enviarlas otra vez</translation>
    </message>
    <message>
        <source>That is me: take my work along</source>
        <translation>Soy yo: llevar mi trabajo</translation>
    </message>
    <message>
        <source>That is not me: keep us apart</source>
        <translation>No soy yo: mantener separado</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>Iniciar sesión…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Intentar de nuevo</translation>
    </message>
    <message>
        <source>The server wants somebody to sign in</source>
        <translation>El servidor pide que alguien inicie sesión</translation>
    </message>
    <message>
        <source>It does not know this laptop's token, or not any more. Everything is kept here meanwhile.</source>
        <translation>No conoce la clave de este portátil, o ya no. Mientras tanto todo se guarda aquí.</translation>
    </message>
    <message>
        <source>1 session belongs to an account now</source>
        <translation>1 sesión es ahora de una cuenta</translation>
    </message>
    <message>
        <source>That happens when somebody signs in on another laptop. What is here stays here, and what is written to it waits until that account signs in.</source>
        <translation>Ocurre cuando alguien inicia sesión en otro portátil. Lo que hay aquí se queda aquí, y lo que se escriba en ello espera a que esa cuenta inicie sesión.</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions belong to an account now</source>
        <translation>
            <numerusform>%n sesión es ahora de una cuenta</numerusform>
            <numerusform>%n sesiones son ahora de una cuenta</numerusform>
        </translation>
    </message>
    <message>
        <source>“{title}” was not sent</source>
        <translation>«{title}» no se envió</translation>
    </message>
    <message>
        <source>Send under another id</source>
        <translation>Enviar con otro identificador</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>Enviar otra vez</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Abrirla</translation>
    </message>
    <message>
        <source>“{title}” was deleted on the server</source>
        <translation>«{title}» se eliminó en el servidor</translation>
    </message>
    <message>
        <source>There was something here that the server never had, so it was kept. It stays on this laptop alone, unless you send it again.</source>
        <translation>Aquí había algo que el servidor nunca tuvo, por eso se conservó. Queda solo en este portátil, a menos que la envíes otra vez.</translation>
    </message>
    <message>
        <source>Keep it here</source>
        <translation>Dejarla aquí</translation>
    </message>
</context>
<context>
    <name>AttentionPage</name>
    <message>
        <source>Needs attention</source>
        <translation>Necesita atención</translation>
    </message>
    <message>
        <source>All is well. Nothing is waiting.</source>
        <translation>Todo está bien. Nada espera.</translation>
    </message>
    <message>
        <source>{things}.</source>
        <translation>{things}.</translation>
    </message>
    <message>
        <source>Nothing you wrote is lost.</source>
        <translation>No se ha perdido nada de lo que escribiste.</translation>
    </message>
</context>
<context>
    <name>ClockBanner</name>
    <message>
        <source>Later</source>
        <translation>Más tarde</translation>
    </message>
    <message>
        <source>It is right</source>
        <translation>Es correcto</translation>
    </message>
    <message>
        <source>This laptop's clock says {now}; by what was seen before it should be about {expected}. Nothing old is removed until somebody says that it is right.</source>
        <translation>El reloj de este portátil dice {now}; por lo visto antes debería ser más o menos {expected}. No se quita nada antiguo hasta que alguien diga que es correcto.</translation>
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
        <source>Open in this window, and only on this laptop</source>
        <translation>Abierta en esta ventana, y solo en este portátil</translation>
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
        <source>Not on this laptop</source>
        <translation>No está en este portátil</translation>
    </message>
    <message>
        <source>Read only: its time is over</source>
        <translation>Solo lectura: se le acabó el tiempo</translation>
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
    <name>DayWords</name>
    <message>
        <source>For ever</source>
        <translation>Para siempre</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Enseguida</translation>
    </message>
    <message>
        <source>1 year</source>
        <translation>1 año</translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n día</numerusform>
            <numerusform>%n días</numerusform>
        </translation>
    </message>
    <message>
        <source>This cannot be looked at now. Try again in a moment.</source>
        <translation>Ahora no se puede mirar. Inténtalo de nuevo en un momento.</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>Nada.</translation>
    </message>
    <message>
        <source>To the trash: {things}</source>
        <translation>A la papelera: {things}</translation>
    </message>
    <message>
        <source>To the server alone: {things}, {room}</source>
        <translation>Solo en el servidor: {things}, {room}</translation>
    </message>
    <message>
        <source>Deleted for good: {things}, {room}</source>
        <translation>Se borran del todo: {things}, {room}</translation>
    </message>
    <message>
        <source>1 thing</source>
        <translation>1 elemento</translation>
    </message>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n elemento</numerusform>
            <numerusform>%n elementos</numerusform>
        </translation>
    </message>
    <message>
        <source>its time is over; goes to the trash</source>
        <translation>se le acabó el tiempo; va a la papelera</translation>
    </message>
    <message>
        <source>was long enough in the trash</source>
        <translation>estuvo bastante tiempo en la papelera</translation>
    </message>
    <message>
        <source>nothing was ever written in it</source>
        <translation>nunca se escribió nada en ella</translation>
    </message>
    <message>
        <source>stays on the server alone</source>
        <translation>queda solo en el servidor</translation>
    </message>
    <message>
        <source>an old draft</source>
        <translation>un borrador antiguo</translation>
    </message>
    <message>
        <source>an old backup</source>
        <translation>una copia antigua</translation>
    </message>
    <message>
        <source>a damaged file, kept long enough</source>
        <translation>un archivo dañado, conservado bastante tiempo</translation>
    </message>
    <message>
        <source>a file left unfinished</source>
        <translation>un archivo sin terminar</translation>
    </message>
    <message>
        <source>old lines of the journal</source>
        <translation>líneas antiguas del registro</translation>
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
    <name>ExpiredBanner</name>
    <message>
        <source>The time of this session is over.</source>
        <translation>A esta sesión se le acabó el tiempo.</translation>
    </message>
    <message>
        <source>Keep for ever</source>
        <translation>Conservar para siempre</translation>
    </message>
    <message>
        <source>30 days more</source>
        <translation>30 días más</translation>
    </message>
    <message>
        <source>Since {when}.</source>
        <translation>Desde {when}.</translation>
    </message>
    <message>
        <source>It can still be read, and moves to the trash after a while.</source>
        <translation>Aún se puede leer, y pasa a la papelera después de un tiempo.</translation>
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
    <name>Facts</name>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>Diapositiva</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>Curso</translation>
    </message>
    <message>
        <source>Learner</source>
        <translation>Estudiante</translation>
    </message>
    <message>
        <source>Of another program</source>
        <translation>De otro programa</translation>
    </message>
    <message>
        <source>{kind}: {text}</source>
        <translation>{kind}: {text}</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>conservado</translation>
    </message>
    <message>
        <source>changes by itself</source>
        <translation>cambia por sí solo</translation>
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
        <source>Connect to a server</source>
        <translation>Conectar a un servidor</translation>
    </message>
    <message>
        <source>Have the same sessions on several laptops, and a copy at school</source>
        <translation>Ten las mismas sesiones en varios portátiles y una copia en la escuela</translation>
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
    <name>KeepingPage</name>
    <message>
        <source>Keeping and deleting</source>
        <translation>Conservar y eliminar</translation>
    </message>
    <message>
        <source>What you threw away is deleted after its days in the trash. Everything else stays while it is nowhere else, kept at the top or being typed.</source>
        <translation>Lo que tiraste se borra cuando pasan sus días en la papelera. Todo lo demás se queda mientras no esté en otro sitio, se mantenga arriba o se esté escribiendo.</translation>
    </message>
    <message>
        <source>When its time is over</source>
        <translation>Cuando se le acaba el tiempo</translation>
    </message>
    <message>
        <source>It can be read and kept for so long before it goes to the trash.</source>
        <translation>Durante ese tiempo se puede leer y conservar, antes de ir a la papelera.</translation>
    </message>
    <message>
        <source>In the trash</source>
        <translation>En la papelera</translation>
    </message>
    <message>
        <source>So long it can be restored.</source>
        <translation>Durante ese tiempo se puede restaurar.</translation>
    </message>
    <message>
        <source>When the disk is full</source>
        <translation>Cuando el disco está lleno</translation>
    </message>
    <message>
        <source>Leave old messages on the server</source>
        <translation>Dejar los mensajes antiguos en el servidor</translation>
    </message>
    <message>
        <source>They are fetched again when the session is opened.</source>
        <translation>Se traen de nuevo al abrir la sesión.</translation>
    </message>
    <message>
        <source>Changes here are kept as you make them.</source>
        <translation>Los cambios se guardan al hacerlos.</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Conversaciones</translation>
    </message>
    <message>
        <source>How long a new one lives.</source>
        <translation>Cuánto dura una nueva.</translation>
    </message>
    <message>
        <source>Quiz attempts</source>
        <translation>Intentos de cuestionario</translation>
    </message>
    <message>
        <source>Courses played</source>
        <translation>Cursos reproducidos</translation>
    </message>
    <message>
        <source>What would go now</source>
        <translation>Lo que se iría ahora</translation>
    </message>
    <message>
        <source>Looking removes nothing.</source>
        <translation>Mirar no quita nada.</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Mirar</translation>
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
    <name>LeavingStrip</name>
    <message>
        <source>Close now</source>
        <translation>Cerrar ya</translation>
    </message>
    <message>
        <source>Sending your last changes. What is not sent now goes out at the next start.</source>
        <translation>Enviando tus últimos cambios. Lo que no se envíe ahora sale en el próximo inicio.</translation>
    </message>
    <message>
        <source>Sending {done} of {total}… What is not sent now goes out at the next start.</source>
        <translation>Enviando {done} de {total}… Lo que no se envíe ahora sale en el próximo inicio.</translation>
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
    <name>MemoryPanel</name>
    <message>
        <source>What is remembered</source>
        <translation>Lo que se recuerda</translation>
    </message>
    <message>
        <source>It stands first in everything the assistant is given.</source>
        <translation>Va primero en todo lo que recibe el asistente.</translation>
    </message>
    <message>
        <source>Something to remember</source>
        <translation>Algo que recordar</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>Recordar</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Cambiar</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Subir</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Bajar</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Olvidar</translation>
    </message>
    <message>
        <source>What the assistant would see…</source>
        <translation>Lo que vería el asistente…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>MemoryRoutes</name>
    <message>
        <source>This cannot be remembered: it is too long, or there is too much already.</source>
        <translation>Esto no se puede recordar: es demasiado largo, o ya hay demasiado.</translation>
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
        <source>This was not saved: the time of this session is over.</source>
        <translation>Esto no se guardó: a esta sesión se le acabó el tiempo.</translation>
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
        <source>The time of this session is over. Give it more to go on writing.</source>
        <translation>A esta sesión se le acabó el tiempo. Dale más para seguir escribiendo.</translation>
    </message>
    <message>
        <source>The messages of this session are not on this laptop now.</source>
        <translation>Los mensajes de esta sesión no están ahora en este portátil.</translation>
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
        <source>The time of this session is over.</source>
        <translation>A esta sesión se le acabó el tiempo.</translation>
    </message>
    <message>
        <source>Give it more to go on writing.</source>
        <translation>Dale más para seguir escribiendo.</translation>
    </message>
    <message>
        <source>Nothing can be put together from this session now.</source>
        <translation>De esta sesión no se puede preparar nada ahora.</translation>
    </message>
    <message>
        <source>Its messages are not on this laptop.</source>
        <translation>Sus mensajes no están en este portátil.</translation>
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
    <name>PackPage</name>
    <message>
        <source>What the assistant would see</source>
        <translation>Lo que vería el asistente</translation>
    </message>
    <message>
        <source>How deep</source>
        <translation>Profundidad</translation>
    </message>
    <message>
        <source>How older messages are told.</source>
        <translation>Cómo se cuentan los mensajes antiguos.</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Espacio</translation>
    </message>
    <message>
        <source>In tokens. A token is a word or a piece of one.</source>
        <translation>En fichas de texto. Una ficha es una palabra o un trozo de ella.</translation>
    </message>
    <message>
        <source>Copy as messages</source>
        <translation>Copiar como mensajes</translation>
    </message>
    <message>
        <source>{included} messages are in it, {condensed} in a line, {omitted} left out. {tokens} of {budget} tokens.</source>
        <translation>Contiene {included} mensajes, {condensed} en una línea, {omitted} fuera. {tokens} de {budget} fichas.</translation>
    </message>
    <message>
        <source>Told like this: {tier}.</source>
        <translation>Se cuenta así: {tier}.</translation>
    </message>
    <message>
        <source>The tokens are counted exactly.</source>
        <translation>Las fichas están contadas con exactitud.</translation>
    </message>
    <message>
        <source>The tokens are estimated; {reserve} stay free to be sure.</source>
        <translation>Las fichas son una estimación; {reserve} quedan libres por seguridad.</translation>
    </message>
    <message>
        <source>What is in it, and what is not</source>
        <translation>Lo que contiene y lo que no</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
<context>
    <name>PackParts</name>
    <message>
        <source>How</source>
        <translation>Cómo</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Fichas</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Por qué</translation>
    </message>
</context>
<context>
    <name>Packs</name>
    <message>
        <source>Whole</source>
        <translation>Completo</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Cortado</translation>
    </message>
    <message>
        <source>In a line</source>
        <translation>En una línea</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Fuera</translation>
    </message>
    <message>
        <source>What is remembered</source>
        <translation>Lo que se recuerda</translation>
    </message>
    <message>
        <source>A summary</source>
        <translation>Un resumen</translation>
    </message>
    <message>
        <source>Quiz results</source>
        <translation>Resultados del cuestionario</translation>
    </message>
    <message>
        <source>Place in the course</source>
        <translation>Lugar en el curso</translation>
    </message>
    <message>
        <source>Message {number}</source>
        <translation>Mensaje {number}</translation>
    </message>
    <message>
        <source>Messages {first} to {last}</source>
        <translation>Mensajes {first} a {last}</translation>
    </message>
    <message>
        <source>does not fit any more</source>
        <translation>ya no cabe</translation>
    </message>
    <message>
        <source>longer than everything there is room for</source>
        <translation>más largo que todo el espacio</translation>
    </message>
    <message>
        <source>older</source>
        <translation>más antiguo</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>dañado</translation>
    </message>
    <message>
        <source>too far back</source>
        <translation>demasiado atrás</translation>
    </message>
    <message>
        <source>a summary stands for it</source>
        <translation>lo representa un resumen</translation>
    </message>
    <message>
        <source>By itself</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Newest only</source>
        <translation>Solo lo más nuevo</translation>
    </message>
    <message>
        <source>Older in a line</source>
        <translation>Lo antiguo en una línea</translation>
    </message>
    <message>
        <source>With summaries</source>
        <translation>Con resúmenes</translation>
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
    <name>RecentSessions</name>
    <message>
        <source>{name}, {state}</source>
        <translation>{name}, {state}</translation>
    </message>
    <message>
        <source>Not sent yet</source>
        <translation>Sin enviar</translation>
    </message>
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
    <name>Remote</name>
    <message>
        <source>Everything is saved here and goes out when it answers.</source>
        <translation>Todo está guardado aquí y sale cuando responda.</translation>
    </message>
    <message>
        <source>The server was not found: most likely there is no network now.</source>
        <translation>No se encontró el servidor: lo más probable es que ahora no haya red.</translation>
    </message>
    <message>
        <source>Nothing answers at the server's address.</source>
        <translation>Nada responde en la dirección del servidor.</translation>
    </message>
    <message>
        <source>The server did not answer in time.</source>
        <translation>El servidor no respondió a tiempo.</translation>
    </message>
    <message>
        <source>The connection broke off in the middle.</source>
        <translation>La conexión se cortó a la mitad.</translation>
    </message>
    <message>
        <source>It is tried again by itself. Nothing is sent twice.</source>
        <translation>Se intenta de nuevo por sí solo. Nada se envía dos veces.</translation>
    </message>
    <message>
        <source>The server cannot be reached now.</source>
        <translation>No se puede llegar al servidor ahora.</translation>
    </message>
    <message>
        <source>The proxy of this network does not let Satchel through.</source>
        <translation>El proxy de esta red no deja pasar a Satchel.</translation>
    </message>
    <message>
        <source>Ask whoever looks after the network.</source>
        <translation>Pregunta a quien cuida la red.</translation>
    </message>
    <message>
        <source>The server cannot prove that it is the right one.</source>
        <translation>El servidor no puede demostrar que es el correcto.</translation>
    </message>
    <message>
        <source>Nothing was sent. If the school has a certificate of its own, choose its file under Advanced.</source>
        <translation>No se envió nada. Si la escuela tiene un certificado propio, elige su archivo en Avanzado.</translation>
    </message>
    <message>
        <source>A token is not sent to this address.</source>
        <translation>A esta dirección no se envía una clave.</translation>
    </message>
    <message>
        <source>Nothing was sent. Use an address that begins with https:// and a name, or allow this one in the settings of the server.</source>
        <translation>No se envió nada. Usa una dirección que empiece con https:// y un nombre, o permite esta en los ajustes del servidor.</translation>
    </message>
    <message>
        <source>This network wants you to sign in first.</source>
        <translation>Esta red quiere que inicies sesión primero.</translation>
    </message>
    <message>
        <source>Open any page in a browser, sign in there, then try again.</source>
        <translation>Abre cualquier página en un navegador, inicia sesión allí e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>The server is being looked after and is not to be had now.</source>
        <translation>El servidor está en mantenimiento y ahora no está disponible.</translation>
    </message>
    <message>
        <source>It is tried again by itself.</source>
        <translation>Se intenta de nuevo por sí solo.</translation>
    </message>
    <message>
        <source>A web page answers at this address, not a server for sessions.</source>
        <translation>En esta dirección responde una página web, no un servidor de sesiones.</translation>
    </message>
    <message>
        <source>Check the address, or ask your teacher for it.</source>
        <translation>Revisa la dirección o pídesela a tu docente.</translation>
    </message>
    <message>
        <source>The server answers something that Satchel does not understand.</source>
        <translation>El servidor responde algo que Satchel no entiende.</translation>
    </message>
    <message>
        <source>Nothing was changed. Show this to whoever runs the server.</source>
        <translation>No se cambió nada. Enséñaselo a quien lleva el servidor.</translation>
    </message>
    <message>
        <source>There is no server for sessions under this address.</source>
        <translation>En esta dirección no hay un servidor de sesiones.</translation>
    </message>
    <message>
        <source>Check the address, with everything after the host's name.</source>
        <translation>Revisa la dirección, con todo lo que sigue al nombre.</translation>
    </message>
    <message>
        <source>Something went wrong on the server.</source>
        <translation>Algo salió mal en el servidor.</translation>
    </message>
    <message>
        <source>The server is busy and asks for patience.</source>
        <translation>El servidor está ocupado y pide paciencia.</translation>
    </message>
    <message>
        <source>The server does not accept the token: it is wrong or its time is over.</source>
        <translation>El servidor no acepta la clave: es incorrecta o ha caducado.</translation>
    </message>
    <message>
        <source>Ask your teacher for a new one, and sign in again.</source>
        <translation>Pide una nueva a tu docente e inicia sesión de nuevo.</translation>
    </message>
    <message>
        <source>The token does not open this.</source>
        <translation>La clave no abre esto.</translation>
    </message>
    <message>
        <source>The token belongs to somebody else's work.</source>
        <translation>La clave es del trabajo de otra persona.</translation>
    </message>
    <message>
        <source>Only whoever runs the server may do this.</source>
        <translation>Solo quien lleva el servidor puede hacer esto.</translation>
    </message>
    <message>
        <source>The server refuses this.</source>
        <translation>El servidor lo rechaza.</translation>
    </message>
    <message>
        <source>The details say why: show them to your teacher.</source>
        <translation>Los detalles dicen por qué: enséñaselos a tu docente.</translation>
    </message>
    <message>
        <source>The server could not be asked.</source>
        <translation>No se pudo preguntar al servidor.</translation>
    </message>
    <message>
        <source>The token was known until Satchel was closed, or is not where it was.</source>
        <translation>La clave se conocía hasta cerrar Satchel, o ya no está donde estaba.</translation>
    </message>
    <message>
        <source>Sign in to the server again.</source>
        <translation>Inicia sesión de nuevo en el servidor.</translation>
    </message>
    <message>
        <source>The server does not say whose work the token opens.</source>
        <translation>El servidor no dice de quién es el trabajo que abre la clave.</translation>
    </message>
    <message>
        <source>Enter the learner's key under Advanced. Whoever gave you the token knows it.</source>
        <translation>Escribe la clave de estudiante en Avanzado. Quien te dio la clave la conoce.</translation>
    </message>
    <message>
        <source>This laptop's password store is not there, or it is locked.</source>
        <translation>El almacén de contraseñas de este portátil no está, o está bloqueado.</translation>
    </message>
    <message>
        <source>Unlock it and try again, or keep the token only until Satchel is closed.</source>
        <translation>Desbloquéalo e inténtalo de nuevo, o guarda la clave solo hasta cerrar Satchel.</translation>
    </message>
    <message>
        <source>Ask your teacher for a token of your own.</source>
        <translation>Pide a tu docente una clave tuya.</translation>
    </message>
    <message>
        <source>The server does not take it.</source>
        <translation>El servidor no lo acepta.</translation>
    </message>
    <message>
        <source>Its id is taken there by somebody else's session.</source>
        <translation>Allí su identificador lo tiene la sesión de otra persona.</translation>
    </message>
    <message>
        <source>It can be sent under another one.</source>
        <translation>Se puede enviar con otro.</translation>
    </message>
    <message>
        <source>A message of the same id but other words is there already.</source>
        <translation>Allí ya hay un mensaje con el mismo identificador y otras palabras.</translation>
    </message>
    <message>
        <source>The server does not accept what is in it.</source>
        <translation>El servidor no acepta lo que contiene.</translation>
    </message>
    <message>
        <source>It stays here, whole. Export it to hand it on as a file.</source>
        <translation>Queda aquí, completa. Expórtala para entregarla como archivo.</translation>
    </message>
    <message>
        <source>A message in it is larger than the server takes.</source>
        <translation>Contiene un mensaje más grande de lo que acepta el servidor.</translation>
    </message>
    <message>
        <source>It stays here, whole. Export the session to hand it on as a file.</source>
        <translation>Queda aquí, completo. Exporta la sesión para entregarla como archivo.</translation>
    </message>
</context>
<context>
    <name>RemoteAdvanced</name>
    <message>
        <source>Learner key</source>
        <translation>Clave de estudiante</translation>
    </message>
    <message>
        <source>As the server says</source>
        <translation>Como diga el servidor</translation>
    </message>
    <message>
        <source>Kind of server</source>
        <translation>Tipo de servidor</translation>
    </message>
    <message>
        <source>Certificate of the school</source>
        <translation>Certificado de la escuela</translation>
    </message>
    <message>
        <source>The system's own</source>
        <translation>El del sistema</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Elegir un archivo…</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Servidor proxy</translation>
    </message>
    <message>
        <source>As the system says</source>
        <translation>Como diga el sistema</translation>
    </message>
    <message>
        <source>Find out</source>
        <translation>Averiguar</translation>
    </message>
    <message>
        <source>Satchel</source>
        <translation>Satchel</translation>
    </message>
    <message>
        <source>OpenMAIC, the learner key is the token</source>
        <translation>OpenMAIC, la clave de estudiante es la clave</translation>
    </message>
    <message>
        <source>OpenMAIC, one token for everybody</source>
        <translation>OpenMAIC, una clave para todos</translation>
    </message>
    <message>
        <source>Certificates</source>
        <translation>Certificados</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Todos los archivos</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Mostrar menos</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Mostrar todo</translation>
    </message>
</context>
<context>
    <name>RemotePage</name>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Optional. Without a server everything stays on this laptop, and files still travel.</source>
        <translation>Opcional. Sin servidor todo queda en este portátil, y los archivos viajan igual.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Ask your teacher. It is often on the classroom wall.</source>
        <translation>Pregunta a tu docente. Suele estar en la pared del aula.</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>Dirección del servidor</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Allow it for this host</source>
        <translation>Permitirlo para este servidor</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>It says whose work this is. Whoever runs the server gives it to you.</source>
        <translation>Dice de quién es este trabajo. Te la da quien lleva el servidor.</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Avanzado</translation>
    </message>
    <message>
        <source>Only for schools that are set up in their own way.</source>
        <translation>Solo para escuelas con una instalación propia.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Kept as you make it. Also when the network is back.</source>
        <translation>Se guarda al hacerlo. También cuando vuelve la red.</translation>
    </message>
    <message>
        <source>Send and fetch while Satchel is open</source>
        <translation>Enviar y recibir mientras Satchel está abierto</translation>
    </message>
    <message>
        <source>Also over a network paid by volume</source>
        <translation>También en una red que se paga por datos</translation>
    </message>
    <message>
        <source>{number} minutes</source>
        <translation>{number} minutos</translation>
    </message>
    <message>
        <source>Time between two runs</source>
        <translation>Tiempo entre dos veces</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Conexión</translation>
    </message>
    <message>
        <source>Keep it all the same</source>
        <translation>Guardar de todos modos</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>Sincronizar ahora</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Quitar…</translation>
    </message>
    <message>
        <source>Remove the server</source>
        <translation>Quitar el servidor</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>Dejarlo</translation>
    </message>
    <message>
        <source>Satchel then forgets the server and its token. Your sessions stay, here and there.</source>
        <translation>Satchel olvida entonces el servidor y su clave. Tus sesiones quedan, aquí y allí.</translation>
    </message>
    <message>
        <source>This takes a while. The server may be slow, or this laptop's password store waits to be unlocked. You can go on working.</source>
        <translation>Esto tarda un poco. El servidor puede ser lento, o el almacén de contraseñas espera que lo desbloquees. Puedes seguir trabajando.</translation>
    </message>
    <message>
        <source>This connection is not encrypted. Others on the network could read what is sent, and the token too.</source>
        <translation>Esta conexión no está cifrada. Otras personas en la red podrían leer lo que se envía, y también la clave.</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Probando…</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Conectar</translation>
    </message>
    <message>
        <source>Keep changes</source>
        <translation>Guardar cambios</translation>
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
    <name>Sentences</name>
    <message>
        <source>{first} {then}</source>
        <translation>{first} {then}</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>Now</source>
        <translation>Ahora</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Necesita atención</translation>
    </message>
    <message>
        <source>Look…</source>
        <translation>Mirar…</translation>
    </message>
    <message>
        <source>Waits to be sent</source>
        <translation>Espera para enviarse</translation>
    </message>
    <message>
        <source>Last time all was well</source>
        <translation>Última vez que todo fue bien</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Reloj</translation>
    </message>
    <message>
        <source>Good to know</source>
        <translation>Conviene saber</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Server settings…</source>
        <translation>Ajustes del servidor…</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Copiar detalles</translation>
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
        <source>The same sessions on several laptops, and a copy of your work at school. A school can have a server of its own; your teacher knows the address.</source>
        <translation>Las mismas sesiones en varios portátiles y una copia de tu trabajo en la escuela. Una escuela puede tener su propio servidor; tu docente sabe la dirección.</translation>
    </message>
    <message>
        <source>Connect to a server…</source>
        <translation>Conectar a un servidor…</translation>
    </message>
    <message>
        <source>How far it is</source>
        <translation>Cuánto lleva</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>Sincronizar ahora</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>Iniciar sesión…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>It is switched off in the server settings.</source>
        <translation>Está desactivado en los ajustes del servidor.</translation>
    </message>
    <message>
        <source>Not yet.</source>
        <translation>Todavía no.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
<context>
    <name>ServerWords</name>
    <message>
        <source>This is a Satchel server, version {version}.</source>
        <translation>Este es un servidor Satchel, versión {version}.</translation>
    </message>
    <message>
        <source>This is a Satchel server.</source>
        <translation>Este es un servidor Satchel.</translation>
    </message>
    <message>
        <source>This is an OpenMAIC server with one token for everybody.</source>
        <translation>Este es un servidor OpenMAIC con una clave para todos.</translation>
    </message>
    <message>
        <source>This is an OpenMAIC server.</source>
        <translation>Este es un servidor OpenMAIC.</translation>
    </message>
    <message>
        <source>The token is for {learner}.</source>
        <translation>La clave es de {learner}.</translation>
    </message>
    <message>
        <source>It holds until {day}.</source>
        <translation>Vale hasta {day}.</translation>
    </message>
    <message>
        <source>This laptop's clock is {span} ahead of the server's.</source>
        <translation>El reloj de este portátil va {span} por delante del del servidor.</translation>
    </message>
    <message>
        <source>This laptop's clock is {span} behind the server's.</source>
        <translation>El reloj de este portátil va {span} por detrás del del servidor.</translation>
    </message>
    <message>
        <source>Order and contents are right all the same; the times shown may be off.</source>
        <translation>El orden y el contenido son correctos de todos modos; las horas que se ven pueden no serlo.</translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n día</numerusform>
            <numerusform>%n días</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours</source>
        <translation>
            <numerusform>%n hora</numerusform>
            <numerusform>%n horas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n minuto</numerusform>
            <numerusform>%n minutos</numerusform>
        </translation>
    </message>
    <message>
        <source>A token is kept in this laptop's password store.</source>
        <translation>Hay una clave guardada en el almacén de contraseñas de este portátil.</translation>
    </message>
    <message>
        <source>A token is kept in a file that whoever uses this account can read.</source>
        <translation>Hay una clave guardada en un archivo que puede leer quien use esta cuenta.</translation>
    </message>
    <message>
        <source>A token is known until Satchel is closed, and is asked for again then.</source>
        <translation>Se conoce una clave hasta cerrar Satchel, y después se pide de nuevo.</translation>
    </message>
    <message>
        <source>No token is kept.</source>
        <translation>No hay ninguna clave guardada.</translation>
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
        <source>Show older ({number})</source>
        <translation>Mostrar anteriores ({number})</translation>
    </message>
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
    <message>
        <source>not on this laptop</source>
        <translation>no está en este portátil</translation>
    </message>
    <message>
        <source>only on this laptop</source>
        <translation>solo en este portátil</translation>
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
    <name>SyncNotes</name>
    <message>
        <source>This server lists sessions by course only: what lies in courses this laptop never saw is not found.</source>
        <translation>Este servidor solo lista las sesiones por curso: lo que hay en cursos que este portátil nunca vio no se encuentra.</translation>
    </message>
    <message>
        <source>This server cannot tell for certain when a session is deleted and made again between two looks, when the network delivers something late a second time, or when a backup is restored there.</source>
        <translation>Este servidor no puede decir con certeza si una sesión se elimina y se crea de nuevo entre dos consultas, si la red entrega algo tarde por segunda vez, o si allí se restaura una copia.</translation>
    </message>
    <message>
        <source>This server takes titles and what is kept at the top once, with a new session. Later changes stay on this laptop.</source>
        <translation>Este servidor acepta los títulos y lo que se mantiene arriba una vez, con una sesión nueva. Los cambios posteriores quedan en este portátil.</translation>
    </message>
    <message>
        <source>A session was finished or reopened here and on the server; what the server says holds.</source>
        <translation>Una sesión se terminó o se reabrió aquí y en el servidor; vale lo que dice el servidor.</translation>
    </message>
    <message>
        <source>A session went on here and elsewhere and could not be joined: what was done here is a session of its own now.</source>
        <translation>Una sesión siguió aquí y en otro sitio y no se pudo unir: lo que se hizo aquí es ahora una sesión propia.</translation>
    </message>
    <message>
        <source>A session that was only kept on the server is gone there, and was taken from the list here.</source>
        <translation>Una sesión que solo estaba en el servidor ya no está allí, y se quitó de la lista de aquí.</translation>
    </message>
    <message>
        <source>The server holds messages that cannot be kept here; they were left there.</source>
        <translation>El servidor tiene mensajes que no se pueden guardar aquí; se dejaron allí.</translation>
    </message>
    <message>
        <source>Some sessions could not be looked at; the next run tries them again.</source>
        <translation>Algunas sesiones no se pudieron mirar; la próxima vez se intenta de nuevo.</translation>
    </message>
    <message>
        <source>Sessions of this profile that are under another account, or were sent before signing in, have changes that stay on this laptop. They are sent when that account is signed in.</source>
        <translation>Hay sesiones de este perfil que están bajo otra cuenta, o que se enviaron antes de iniciar sesión, con cambios que se quedan en este portátil. Se envían cuando esa cuenta inicia sesión.</translation>
    </message>
    <message>
        <source>What was sent before signing in stays on the server under the key it was sent with, and stays here. Whoever runs the server can give it to the account.</source>
        <translation>Lo que se envió antes de iniciar sesión queda en el servidor con la clave con que se envió, y queda también aquí. Quien administra el servidor puede pasarlo a la cuenta.</translation>
    </message>
    <message>
        <source>Sessions of this laptop were given to an account on the server. They stay here as they are; sign in with that account to go on with them.</source>
        <translation>Hay sesiones de este portátil que en el servidor pasaron a una cuenta. Aquí quedan como están; inicia sesión con esa cuenta para seguir con ellas.</translation>
    </message>
</context>
<context>
    <name>SyncWords</name>
    <message>
        <source>The password store is locked</source>
        <translation>El almacén de contraseñas está bloqueado</translation>
    </message>
    <message>
        <source>Sign in again</source>
        <translation>Inicia sesión de nuevo</translation>
    </message>
    <message>
        <source>You can go on working. Nothing waits for it.</source>
        <translation>Puedes seguir trabajando. Nada depende de ello.</translation>
    </message>
    <message>
        <source>The server does not know this laptop's token, or not any more. Everything is kept here and goes out when somebody signs in.</source>
        <translation>El servidor no conoce la clave de este portátil, o ya no. Todo se guarda aquí y sale cuando alguien inicie sesión.</translation>
    </message>
    <message>
        <source>Nothing is sent or fetched until somebody answers. Nothing is lost.</source>
        <translation>No se envía ni se recibe nada hasta que alguien responda. No se pierde nada.</translation>
    </message>
    <message>
        <source>Nothing. Everything from this laptop is on the server.</source>
        <translation>Nada. Todo lo de este portátil está en el servidor.</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 cambio</translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n cambio</numerusform>
            <numerusform>%n cambios</numerusform>
        </translation>
    </message>
    <message>
        <source>1 thing needs attention</source>
        <translation>1 asunto necesita atención</translation>
    </message>
    <message numerus="yes">
        <source>%n things need attention</source>
        <translation>
            <numerusform>%n asunto necesita atención</numerusform>
            <numerusform>%n asuntos necesitan atención</numerusform>
        </translation>
    </message>
    <message>
        <source>1 more is listed when these are mended.</source>
        <translation>Aparece 1 más cuando estos estén resueltos.</translation>
    </message>
    <message numerus="yes">
        <source>%n more are listed when these are mended.</source>
        <translation>
            <numerusform>Aparece %n más cuando estos estén resueltos.</numerusform>
            <numerusform>Aparecen %n más cuando estos estén resueltos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Something needs a hand. Nothing you wrote is lost.</source>
        <translation>Algo necesita ayuda. No se ha perdido nada de lo que escribiste.</translation>
    </message>
    <message>
        <source>A question</source>
        <translation>Una pregunta</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>Iniciar sesión</translation>
    </message>
    <message>
        <source>Whose work is this?</source>
        <translation>¿De quién es este trabajo?</translation>
    </message>
    <message>
        <source>A question about the server</source>
        <translation>Una pregunta sobre el servidor</translation>
    </message>
    <message>
        <source>1 thing</source>
        <translation>1 asunto</translation>
    </message>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n asunto</numerusform>
            <numerusform>%n asuntos</numerusform>
        </translation>
    </message>
    <message>
        <source>Sending {done} of {total}…</source>
        <translation>Enviando {done} de {total}…</translation>
    </message>
    <message>
        <source>Fetching…</source>
        <translation>Recibiendo…</translation>
    </message>
    <message>
        <source>Comparing with the server…</source>
        <translation>Comparando con el servidor…</translation>
    </message>
    <message>
        <source>Sending and fetching. You can go on working.</source>
        <translation>Enviando y recibiendo. Puedes seguir trabajando.</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>En marcha…</translation>
    </message>
    <message>
        <source>Everything is kept on this laptop alone. Nothing is sent anywhere.</source>
        <translation>Todo se guarda solo en este portátil. No se envía nada a ninguna parte.</translation>
    </message>
    <message>
        <source>No server set up</source>
        <translation>Sin servidor configurado</translation>
    </message>
    <message>
        <source>No server</source>
        <translation>Sin servidor</translation>
    </message>
    <message>
        <source>Everything is saved here and goes out in a moment.</source>
        <translation>Todo está guardado aquí y sale en un momento.</translation>
    </message>
    <message>
        <source>What is on this laptop is on the server too, and the other way round.</source>
        <translation>Lo que hay en este portátil está también en el servidor, y al revés.</translation>
    </message>
    <message>
        <source>Everything is on the server</source>
        <translation>Todo está en el servidor</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Enviado</translation>
    </message>
    <message>
        <source>Nothing is sent or fetched until it is switched on again.</source>
        <translation>No se envía ni se recibe nada hasta que se active de nuevo.</translation>
    </message>
    <message>
        <source>Sending is switched off</source>
        <translation>El envío está desactivado</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
    <message>
        <source>Switched off – {changes}</source>
        <translation>Desactivado – {changes}</translation>
    </message>
    <message>
        <source>This connection is paid by volume. Satchel waits for another one, or until you say so.</source>
        <translation>Esta conexión se paga por datos. Satchel espera otra, o a que lo digas.</translation>
    </message>
    <message>
        <source>Waiting for another network</source>
        <translation>Esperando otra red</translation>
    </message>
    <message>
        <source>Paid network</source>
        <translation>Red de pago</translation>
    </message>
    <message>
        <source>Paid network – {changes}</source>
        <translation>Red de pago – {changes}</translation>
    </message>
    <message>
        <source>The server did not answer. Everything is saved here and goes out when it answers.</source>
        <translation>El servidor no respondió. Todo está guardado aquí y sale cuando responda.</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Sin conexión</translation>
    </message>
    <message>
        <source>Offline – {changes}</source>
        <translation>Sin conexión – {changes}</translation>
    </message>
    <message>
        <source>Offline – {number}</source>
        <translation>Sin conexión – {number}</translation>
    </message>
    <message>
        <source>Everything is saved here, and it is tried again by itself.</source>
        <translation>Todo está guardado aquí y se intenta de nuevo por sí solo.</translation>
    </message>
    <message>
        <source>The server could not be used</source>
        <translation>No se pudo usar el servidor</translation>
    </message>
    <message>
        <source>Not sent</source>
        <translation>Sin enviar</translation>
    </message>
    <message>
        <source>Not sent – {changes}</source>
        <translation>Sin enviar – {changes}</translation>
    </message>
    <message>
        <source>1 change waiting</source>
        <translation>1 cambio en espera</translation>
    </message>
    <message numerus="yes">
        <source>%n changes waiting</source>
        <translation>
            <numerusform>%n cambio en espera</numerusform>
            <numerusform>%n cambios en espera</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThingRow</name>
    <message>
        <source>Copy details</source>
        <translation>Copiar detalles</translation>
    </message>
</context>
<context>
    <name>TokenForm</name>
    <message>
        <source>Token</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Keep in the password store</source>
        <translation>Guardar en el almacén de contraseñas</translation>
    </message>
    <message>
        <source>Only until Satchel is closed</source>
        <translation>Solo hasta cerrar Satchel</translation>
    </message>
    <message>
        <source>Keep in a file</source>
        <translation>Guardar en un archivo</translation>
    </message>
    <message>
        <source>I agree to the file</source>
        <translation>Acepto el archivo</translation>
    </message>
    <message>
        <source>Kept; type another one to replace it</source>
        <translation>Guardada; escribe otra para sustituirla</translation>
    </message>
    <message>
        <source>A token or code</source>
        <translation>Una clave o un código</translation>
    </message>
    <message>
        <source>Whoever uses this laptop with this account can read the file, and could then send and read in your name.</source>
        <translation>Quien use este portátil con esta cuenta puede leer el archivo, y podría enviar y leer en tu nombre.</translation>
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
