<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_GB">
<context>
    <name>About</name>
    <message>
        <source>About Satchel</source>
        <translation>关于 Satchel</translation>
    </message>
    <message>
        <source>Licence shown</source>
        <translation>显示的许可证</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation>许可证全文</translation>
    </message>
    <message>
        <source>Satchel {version}</source>
        <translation>Satchel {version}</translation>
    </message>
    <message>
        <source>A learner's work on a classroom laptop: kept, shown and carried along, also without a network.</source>
        <translation>教室电脑上的学习内容：保存、查看、随身带走，没有网络也可以。</translation>
    </message>
</context>
<context>
    <name>Absence</name>
    <message>
        <source>The messages of this session are on the server, not on this laptop.</source>
        <translation>这个会话的消息在服务器上，不在这台电脑上。</translation>
    </message>
    <message>
        <source>Set a server up again to fetch them.</source>
        <translation>重新设置服务器就能取回。</translation>
    </message>
    <message>
        <source>Sign in again to fetch them.</source>
        <translation>重新登录就能取回。</translation>
    </message>
    <message>
        <source>Switch sending and fetching on to have them here.</source>
        <translation>打开发送和接收就能取回。</translation>
    </message>
    <message>
        <source>They come when the question about the server is answered.</source>
        <translation>回答关于服务器的问题后就会取回。</translation>
    </message>
    <message>
        <source>The server does not answer now. They come as soon as it does.</source>
        <translation>服务器现在没有回应。一有回应就会取回。</translation>
    </message>
    <message>
        <source>They are being fetched…</source>
        <translation>正在取回…</translation>
    </message>
    <message>
        <source>deleted on the server</source>
        <translation>在服务器上被删除</translation>
    </message>
    <message>
        <source>its time was over</source>
        <translation>已到期</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Nothing can be saved now.</source>
        <translation>现在无法保存任何内容。</translation>
    </message>
    <message>
        <source>Someone else's work can be read, and moved to the trash.</source>
        <translation>别人的内容可以阅读，也可以移到回收站。</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>会话(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New session</source>
        <translation>新会话(&amp;N)</translation>
    </message>
    <message>
        <source>New &amp;window</source>
        <translation>新窗口(&amp;W)</translation>
    </message>
    <message>
        <source>I&amp;mport sessions…</source>
        <translation>导入会话(&amp;M)…</translation>
    </message>
    <message>
        <source>E&amp;xport all…</source>
        <translation>全部导出(&amp;X)…</translation>
    </message>
    <message>
        <source>Open &amp;link…</source>
        <translation>打开链接(&amp;L)…</translation>
    </message>
    <message>
        <source>C&amp;opy link</source>
        <translation>复制链接(&amp;O)</translation>
    </message>
    <message>
        <source>S&amp;ync now</source>
        <translation>立即同步(&amp;Y)</translation>
    </message>
    <message>
        <source>Se&amp;ttings</source>
        <translation>设置(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Close session</source>
        <translation>关闭会话(&amp;C)</translation>
    </message>
    <message>
        <source>Close w&amp;indow</source>
        <translation>关闭窗口(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo moving to trash</source>
        <translation>撤销移到回收站(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Search sessions</source>
        <translation>搜索会话(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Sessions</source>
        <translation>会话列表(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Course</source>
        <translation>课程(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>放大文字(&amp;L)</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>缩小文字(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Normal text</source>
        <translation>标准文字(&amp;N)</translation>
    </message>
    <message>
        <source>Look like the s&amp;ystem</source>
        <translation>跟随系统外观(&amp;Y)</translation>
    </message>
    <message>
        <source>L&amp;ight</source>
        <translation>浅色(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>返回(&amp;B)</translation>
    </message>
    <message>
        <source>Go to the next &amp;part</source>
        <translation>转到下一部分(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Keep at the top</source>
        <translation>置顶(&amp;K)</translation>
    </message>
    <message>
        <source>Mark as &amp;done</source>
        <translation>标为已完成(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Archive</source>
        <translation>归档(&amp;A)</translation>
    </message>
    <message>
        <source>Reo&amp;pen for writing</source>
        <translation>重新打开以继续写(&amp;P)</translation>
    </message>
    <message>
        <source>What is remem&amp;bered</source>
        <translation>记住的内容(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;What the assistant would see…</source>
        <translation>助手会看到什么(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Move to &amp;trash</source>
        <translation>移到回收站(&amp;T)</translation>
    </message>
    <message>
        <source>Restore &amp;from trash</source>
        <translation>从回收站恢复(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>日志(&amp;L)</translation>
    </message>
    <message>
        <source>Copy &amp;report</source>
        <translation>复制报告(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;About Satchel</source>
        <translation>关于 Satchel(&amp;A)</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>How the windows look on this laptop, for everyone who uses it.</source>
        <translation>这台电脑上窗口的样子，对每个使用者都一样。</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>High contrast is black and white, with strong edges.</source>
        <translation>高对比度只用黑白两色，边线清楚。</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Everything else grows with it.</source>
        <translation>其他内容会一起放大。</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}%</translation>
    </message>
    <message>
        <source>Movement</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Less movement</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>Banners open at once.</source>
        <translation>横幅立即出现。</translation>
    </message>
    <message>
        <source>Changes here are kept as you make them.</source>
        <translation>这里的更改会立即保存。</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast on black</source>
        <translation>黑底高对比度</translation>
    </message>
    <message>
        <source>High contrast on white</source>
        <translation>白底高对比度</translation>
    </message>
</context>
<context>
    <name>ArrivalRows</name>
    <message>
        <source>Now</source>
        <translation>进展</translation>
    </message>
    <message>
        <source>What would happen</source>
        <translation>会发生什么</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Learner</source>
        <translation>学习者</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>你的</translation>
    </message>
    <message>
        <source>Becomes yours</source>
        <translation>将归你所有</translation>
    </message>
    <message>
        <source>Others' work: {key}</source>
        <translation>别人的内容：{key}</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Is being added</source>
        <translation>正在添加</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>已添加</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>无需处理</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未导入</translation>
    </message>
    <message>
        <source>Was deleted here, and comes back.</source>
        <translation>曾在这里删除，现在恢复。</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>更长</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Parted</source>
        <translation>已分开</translation>
    </message>
    <message>
        <source>Comes back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Deleted here</source>
        <translation>已在此删除</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
</context>
<context>
    <name>ArrivalTable</name>
    <message>
        <source>Sessions in the files</source>
        <translation>文件中的会话</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>Another server answers at the known address</source>
        <translation>已知地址上是另一台服务器在回应</translation>
    </message>
    <message>
        <source>It may be the same server, set up anew or brought back from a backup, or really another one. Ask whoever runs it if you are not sure. Nothing is sent or deleted before you say.</source>
        <translation>它可能是同一台服务器，重新安装过或从备份恢复，也可能真的是另一台。不确定就问管理它的人。在你说明之前，不会发送也不会删除任何内容。</translation>
    </message>
    <message>
        <source>1 session is gone from the server</source>
        <translation>服务器上少了 1 个会话</translation>
    </message>
    <message>
        <source>Did somebody delete them on purpose? Then they move to the trash here too, from where they can be restored. If not, they are sent to the server again.</source>
        <translation>是有人特意删除的吗？那它们在这里也移到回收站，之后还能恢复。如果不是，就重新发送到服务器。</translation>
    </message>
    <message>
        <source>The server needs an answer</source>
        <translation>服务器需要一个回答</translation>
    </message>
    <message>
        <source>1 session was begun in this profile before.</source>
        <translation>此前这个档案里已有 1 个会话。</translation>
    </message>
    <message>
        <source>If that was you, your work goes to the server with you. If it was somebody else, the token is put away here, and whoever it belongs to adds a profile of their own. Nothing is sent or fetched before you say.</source>
        <translation>如果那就是你，你的内容会随你一起发到服务器。如果是别人，这里会放弃这个令牌，令牌的主人可以添加自己的档案。在你回答之前，不会发送或接收任何内容。</translation>
    </message>
    <message>
        <source>The token is for {learner}. Is that you?</source>
        <translation>这个令牌属于 {learner}。是你吗？</translation>
    </message>
    <message>
        <source>Use another token…</source>
        <translation>使用另一个令牌…</translation>
    </message>
    <message>
        <source>Somebody signed in to this profile before, with another token.</source>
        <translation>此前有人用另一个令牌登录过这个档案。</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions were begun in this profile before.</source>
        <translation>
            <numerusform>此前这个档案里已有 %n 个会话。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions are gone from the server</source>
        <translation>
            <numerusform>服务器上少了 %n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>It is the same server</source>
        <translation>是同一台服务器</translation>
    </message>
    <message>
        <source>It is another server</source>
        <translation>是另一台服务器</translation>
    </message>
    <message>
        <source>Move them to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Send them again</source>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>That is me: take my work along</source>
        <translation>是我：带上我的内容</translation>
    </message>
    <message>
        <source>That is not me: keep us apart</source>
        <translation>不是我：分开保存</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再试一次</translation>
    </message>
    <message>
        <source>The server wants somebody to sign in</source>
        <translation>服务器要求登录</translation>
    </message>
    <message>
        <source>It does not know this laptop's token, or not any more. Everything is kept here meanwhile.</source>
        <translation>它不认识这台电脑的令牌，或不再认识。这期间一切都保存在这里。</translation>
    </message>
    <message>
        <source>1 session belongs to an account now</source>
        <translation>1 个会话现在属于一个账户</translation>
    </message>
    <message>
        <source>That happens when somebody signs in on another laptop. What is here stays here, and what is written to it waits until that account signs in.</source>
        <translation>有人在另一台电脑上登录时会这样。这里的内容留在这里，之后在其中写的内容会等到那个账户登录。</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions belong to an account now</source>
        <translation>
            <numerusform>%n 个会话现在属于一个账户</numerusform>
        </translation>
    </message>
    <message>
        <source>“{title}” was not sent</source>
        <translation>“{title}”没有发送</translation>
    </message>
    <message>
        <source>Send under another id</source>
        <translation>用另一个编号发送</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>“{title}” was deleted on the server</source>
        <translation>“{title}”在服务器上被删除了</translation>
    </message>
    <message>
        <source>There was something here that the server never had, so it was kept. It stays on this laptop alone, unless you send it again.</source>
        <translation>这里有服务器从未有过的内容，所以保留了下来。除非你重新发送，否则它只在这台电脑上。</translation>
    </message>
    <message>
        <source>Keep it here</source>
        <translation>留在这里</translation>
    </message>
</context>
<context>
    <name>AttentionPage</name>
    <message>
        <source>Needs attention</source>
        <translation>需要处理</translation>
    </message>
    <message>
        <source>All is well. Nothing is waiting.</source>
        <translation>一切正常。没有待处理的内容。</translation>
    </message>
    <message>
        <source>{things}.</source>
        <translation>{things}。</translation>
    </message>
    <message>
        <source>Nothing you wrote is lost.</source>
        <translation>你写的内容都没有丢失。</translation>
    </message>
</context>
<context>
    <name>ClockBanner</name>
    <message>
        <source>Later</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>It is right</source>
        <translation>时钟是对的</translation>
    </message>
    <message>
        <source>This laptop's clock says {now}; by what was seen before it should be about {expected}. Nothing old is removed until somebody says that it is right.</source>
        <translation>这台电脑的时钟显示 {now}；按之前的记录应该大约是 {expected}。在有人确认之前，不会移除任何旧内容。</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message…</source>
        <translation>写一条消息…</translation>
    </message>
    <message>
        <source>Saving… your words are still in the box</source>
        <translation>正在保存…你写的内容还在输入框里</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>ConversationPane</name>
    <message>
        <source>There is nothing in this session.</source>
        <translation>这个会话里没有内容。</translation>
    </message>
    <message>
        <source>This session holds no messages</source>
        <translation>这个会话不含消息</translation>
    </message>
    <message>
        <source>There is nothing in this session yet.</source>
        <translation>这个会话里还没有内容。</translation>
    </message>
    <message>
        <source>No messages yet. Write the first one in the box below.</source>
        <translation>还没有消息。在下面的框里写第一条。</translation>
    </message>
    <message>
        <source>Open in this window, and only on this laptop</source>
        <translation>已在这个窗口打开，只在这台电脑上</translation>
    </message>
    <message>
        <source>Open in this window</source>
        <translation>已在这个窗口打开</translation>
    </message>
    <message>
        <source>Read only: someone else's work</source>
        <translation>只读：别人的内容</translation>
    </message>
    <message>
        <source>Read only: in the archive</source>
        <translation>只读：已归档</translation>
    </message>
    <message>
        <source>Read only: finished</source>
        <translation>只读：已完成</translation>
    </message>
    <message>
        <source>Read only: in the trash</source>
        <translation>只读：在回收站里</translation>
    </message>
    <message>
        <source>Not on this laptop</source>
        <translation>不在这台电脑上</translation>
    </message>
    <message>
        <source>Read only: its time is over</source>
        <translation>只读：已到期</translation>
    </message>
    <message>
        <source>Read only: from a newer Satchel</source>
        <translation>只读：来自更新版本的 Satchel</translation>
    </message>
    <message>
        <source>Read only: nothing can be saved now</source>
        <translation>只读：现在无法保存</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Take the session back to go on writing.</source>
        <translation>取回这个会话就可以继续写。</translation>
    </message>
    <message>
        <source>Take the session over to write here.</source>
        <translation>接管这个会话就可以在这里写。</translation>
    </message>
    <message>
        <source>Your draft is kept.</source>
        <translation>你的草稿已保留。</translation>
    </message>
</context>
<context>
    <name>CoursePane</name>
    <message>
        <source>Course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>No course open. Open one from a file, or drop it here.</source>
        <translation>没有打开的课程。从文件打开一个，或拖到这里。</translation>
    </message>
</context>
<context>
    <name>DayWords</name>
    <message>
        <source>For ever</source>
        <translation>永远</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>1 year</source>
        <translation>1 年</translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>This cannot be looked at now. Try again in a moment.</source>
        <translation>现在无法查看。过一会儿再试。</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>没有。</translation>
    </message>
    <message>
        <source>To the trash: {things}</source>
        <translation>移到回收站：{things}</translation>
    </message>
    <message>
        <source>To the server alone: {things}, {room}</source>
        <translation>只留在服务器上：{things}，{room}</translation>
    </message>
    <message>
        <source>Deleted for good: {things}, {room}</source>
        <translation>彻底删除：{things}，{room}</translation>
    </message>
    <message>
        <source>1 thing</source>
        <translation>1 项</translation>
    </message>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>its time is over; goes to the trash</source>
        <translation>已到期；移到回收站</translation>
    </message>
    <message>
        <source>was long enough in the trash</source>
        <translation>在回收站里已够久</translation>
    </message>
    <message>
        <source>nothing was ever written in it</source>
        <translation>里面从未写过内容</translation>
    </message>
    <message>
        <source>stays on the server alone</source>
        <translation>只留在服务器上</translation>
    </message>
    <message>
        <source>an old draft</source>
        <translation>旧草稿</translation>
    </message>
    <message>
        <source>an old backup</source>
        <translation>旧备份</translation>
    </message>
    <message>
        <source>a damaged file, kept long enough</source>
        <translation>损坏的文件，已保留够久</translation>
    </message>
    <message>
        <source>a file left unfinished</source>
        <translation>未完成的文件</translation>
    </message>
    <message>
        <source>old lines of the journal</source>
        <translation>旧的记录</translation>
    </message>
</context>
<context>
    <name>DropSheet</name>
    <message>
        <source>This cannot be imported</source>
        <translation>这个无法导入</translation>
    </message>
    <message>
        <source>Let go to import from this file</source>
        <translation>松开即可从这个文件导入</translation>
    </message>
    <message numerus="yes">
        <source>Let go to import from %n files</source>
        <translation>
            <numerusform>松开即可从 %n 个文件导入</numerusform>
        </translation>
    </message>
    <message>
        <source>You see first what would happen. Importing only adds.</source>
        <translation>你会先看到将发生什么。导入只会添加。</translation>
    </message>
    <message>
        <source>Nothing can be saved now.</source>
        <translation>现在无法保存任何内容。</translation>
    </message>
    <message>
        <source>It is not a file on this laptop. Save it first, then drop the file.</source>
        <translation>它不是这台电脑上的文件。先保存它，再把文件拖进来。</translation>
    </message>
    <message>
        <source>Sessions come in files that end in .sessionbundle, .zip or .json.</source>
        <translation>会话文件的名称以 .sessionbundle、.zip 或 .json 结尾。</translation>
    </message>
</context>
<context>
    <name>ExpiredBanner</name>
    <message>
        <source>The time of this session is over.</source>
        <translation>这个会话已到期。</translation>
    </message>
    <message>
        <source>Keep for ever</source>
        <translation>永远保留</translation>
    </message>
    <message>
        <source>30 days more</source>
        <translation>再留 30 天</translation>
    </message>
    <message>
        <source>Since {when}.</source>
        <translation>从 {when} 起。</translation>
    </message>
    <message>
        <source>It can still be read, and moves to the trash after a while.</source>
        <translation>仍然可以阅读，过一段时间会移到回收站。</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Into a file that another laptop can import. Nothing here changes.</source>
        <translation>导出到另一台电脑可以导入的文件。这里的内容不变。</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel leaves no file behind.</source>
        <translation>取消不会留下文件。</translation>
    </message>
    <message>
        <source>Saved as “{name}”</source>
        <translation>已保存为“{name}”</translation>
    </message>
    <message>
        <source>Nothing was exported</source>
        <translation>没有导出任何内容</translation>
    </message>
    <message>
        <source>Left out, because it cannot be read: {titles}.</source>
        <translation>无法读取，未导出：{titles}。</translation>
    </message>
    <message>
        <source>Stopped. No file was written.</source>
        <translation>已停止。没有写入文件。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Others' work too</source>
        <translation>也包括别人的内容</translation>
    </message>
    <message>
        <source>Take out personal details, as far as they are found</source>
        <translation>去掉能找到的个人信息</translation>
    </message>
    <message>
        <source>Passphrase, if the file is to be locked</source>
        <translation>口令（如果要锁定文件）</translation>
    </message>
    <message>
        <source>The same passphrase again</source>
        <translation>再次输入同一口令</translation>
    </message>
    <message>
        <source>Choose a place…</source>
        <translation>选择位置…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Nobody can open the file without the passphrase. Write it down.</source>
        <translation>没有口令谁也打不开这个文件。把它记下来。</translation>
    </message>
</context>
<context>
    <name>ExportFlow</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Session files</source>
        <translation>会话文件</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Slide</source>
        <translation>幻灯片</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Learner</source>
        <translation>学习者</translation>
    </message>
    <message>
        <source>Of another program</source>
        <translation>来自其他程序</translation>
    </message>
    <message>
        <source>{kind}: {text}</source>
        <translation>{kind}：{text}</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>changes by itself</source>
        <translation>会自动变化</translation>
    </message>
</context>
<context>
    <name>GuestDialog</name>
    <message>
        <source>Guest</source>
        <translation>访客</translation>
    </message>
    <message>
        <source>Save a backup file…</source>
        <translation>保存备份文件…</translation>
    </message>
    <message>
        <source>Discard the work</source>
        <translation>丢弃这些内容</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>保持打开</translation>
    </message>
    <message>
        <source>Go on as guest</source>
        <translation>继续以访客身份使用</translation>
    </message>
    <message>
        <source>This was not saved.</source>
        <translation>没有保存。</translation>
    </message>
    <message>
        <source>Save a backup file</source>
        <translation>保存备份文件</translation>
    </message>
    <message>
        <source>Satchel backups</source>
        <translation>Satchel 备份</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Keep what “{name}” did here?</source>
        <translation>要保留“{name}”在这里做的内容吗？</translation>
    </message>
    <message>
        <source>Keep what the guest “{name}” did here last time?</source>
        <translation>要保留访客“{name}”上次在这里做的内容吗？</translation>
    </message>
    <message>
        <source>A guest's work does not stay on this laptop. Save it to a file, on a USB stick say, if somebody wants it later; then it is wiped here.</source>
        <translation>访客的内容不会留在这台电脑上。如果以后还要用，就把它保存到文件，例如放到 U 盘上；然后这里会清除。</translation>
    </message>
</context>
<context>
    <name>HeldDialog</name>
    <message>
        <source>This session is open in another window</source>
        <translation>这个会话在另一个窗口打开</translation>
    </message>
    <message>
        <source>Only one window at a time can write to it. If you take it over, the other one can read on, and what was typed there is kept.</source>
        <translation>同一时间只有一个窗口可以写。如果你接管它，另一个窗口仍可以继续阅读，那里输入的内容也会保留。</translation>
    </message>
    <message>
        <source>Open read-only</source>
        <translation>以只读方式打开</translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation>接管</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Opened on {host}: {when}</source>
        <translation>在 {host} 上打开：{when}</translation>
    </message>
</context>
<context>
    <name>HomePage</name>
    <message>
        <source>Start here</source>
        <translation>从这里开始</translation>
    </message>
    <message>
        <source>Everything you do is kept on this laptop.</source>
        <translation>你做的一切都保存在这台电脑上。</translation>
    </message>
    <message>
        <source>Start a session</source>
        <translation>开始会话</translation>
    </message>
    <message>
        <source>Write down what you think, ask and find out</source>
        <translation>写下你的想法、问题和发现</translation>
    </message>
    <message>
        <source>Import sessions</source>
        <translation>导入会话</translation>
    </message>
    <message>
        <source>Bring in work from a file or a USB stick, or drop it here</source>
        <translation>从文件或 U 盘带入作业，也可以拖到这里</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>连接服务器</translation>
    </message>
    <message>
        <source>Have the same sessions on several laptops, and a copy at school</source>
        <translation>在几台电脑上使用同样的会话，并在学校留一份</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Recent sessions</source>
        <translation>最近的会话</translation>
    </message>
    <message>
        <source>Nothing here yet. Your latest sessions will be listed here.</source>
        <translation>这里还没有内容。你最近的会话会列在这里。</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Looking at what is there…</source>
        <translation>正在查看内容…</translation>
    </message>
    <message>
        <source>Nothing is written yet.</source>
        <translation>尚未写入任何内容。</translation>
    </message>
    <message>
        <source>Importing only adds. Nothing here is changed or removed.</source>
        <translation>导入只会添加。这里的内容不会被更改或删除。</translation>
    </message>
    <message>
        <source>There are more files than can be imported at once. Import the rest after.</source>
        <translation>文件太多，无法一次导入。其余的稍后再导入。</translation>
    </message>
    <message>
        <source>That is not the passphrase. Try again.</source>
        <translation>口令不对。再试一次。</translation>
    </message>
    <message>
        <source>A file is locked with a passphrase. Ask who made it, and type it.</source>
        <translation>有文件用口令锁定。向制作者询问，然后输入。</translation>
    </message>
    <message>
        <source>Cancel keeps the sessions already added and leaves out the rest. No session is left half done.</source>
        <translation>取消会保留已添加的会话，其余不再导入。不会留下不完整的会话。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Nothing was added</source>
        <translation>没有添加任何内容</translation>
    </message>
    <message>
        <source>Stopped. {added}, {missing}. You can import the file again.</source>
        <translation>已停止。{added}，{missing}。你可以再次导入这个文件。</translation>
    </message>
    <message>
        <source>The table says why.</source>
        <translation>表格中说明了原因。</translation>
    </message>
    <message>
        <source>Everything that was new is here now.</source>
        <translation>所有新内容都已在这里。</translation>
    </message>
    <message>
        <source>Adding “{title}”</source>
        <translation>正在添加“{title}”</translation>
    </message>
    <message>
        <source>This file is locked</source>
        <translation>这个文件已锁定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>口令</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>This was mine: I wrote it on another laptop</source>
        <translation>这是我的：我在另一台电脑上写的</translation>
    </message>
    <message>
        <source>Bring back what was deleted here</source>
        <translation>恢复在这里删除的内容</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
</context>
<context>
    <name>InterruptedBanner</name>
    <message>
        <source>Open in another window</source>
        <translation>在另一个窗口打开</translation>
    </message>
    <message>
        <source>Nothing was lost.</source>
        <translation>没有丢失任何内容。</translation>
    </message>
    <message>
        <source>No other window has this session open any more.</source>
        <translation>这个会话已经不在其他窗口打开了。</translation>
    </message>
    <message>
        <source>You can read it here.</source>
        <translation>你可以在这里阅读。</translation>
    </message>
    <message>
        <source>Whether another window has this session cannot be seen now.</source>
        <translation>现在无法知道这个会话是否在另一个窗口打开。</translation>
    </message>
    <message>
        <source>This session is open in another window now.</source>
        <translation>这个会话现在在另一个窗口打开。</translation>
    </message>
    <message>
        <source>This session is open in another window.</source>
        <translation>这个会话在另一个窗口打开。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>取回</translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation>接管</translation>
    </message>
</context>
<context>
    <name>KeepingPage</name>
    <message>
        <source>Keeping and deleting</source>
        <translation>保留与删除</translation>
    </message>
    <message>
        <source>What you threw away is deleted after its days in the trash. Everything else stays while it is nowhere else, kept at the top or being typed.</source>
        <translation>你丢进回收站的内容到期后会被删除。其余的只要别处没有、已置顶或正在输入，就会保留。</translation>
    </message>
    <message>
        <source>When its time is over</source>
        <translation>到期之后</translation>
    </message>
    <message>
        <source>It can be read and kept for so long before it goes to the trash.</source>
        <translation>在移到回收站之前，这段时间内可以阅读和保留。</translation>
    </message>
    <message>
        <source>In the trash</source>
        <translation>在回收站里</translation>
    </message>
    <message>
        <source>So long it can be restored.</source>
        <translation>这段时间内可以恢复。</translation>
    </message>
    <message>
        <source>When the disk is full</source>
        <translation>磁盘满的时候</translation>
    </message>
    <message>
        <source>Leave old messages on the server</source>
        <translation>把旧消息只留在服务器上</translation>
    </message>
    <message>
        <source>They are fetched again when the session is opened.</source>
        <translation>打开会话时会重新取回。</translation>
    </message>
    <message>
        <source>Changes here are kept as you make them.</source>
        <translation>这里的更改会立即保存。</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>How long a new one lives.</source>
        <translation>新的会保留多久。</translation>
    </message>
    <message>
        <source>Quiz attempts</source>
        <translation>测验记录</translation>
    </message>
    <message>
        <source>Courses played</source>
        <translation>播放过的课程</translation>
    </message>
    <message>
        <source>What would go now</source>
        <translation>现在会移除什么</translation>
    </message>
    <message>
        <source>Looking removes nothing.</source>
        <translation>查看不会移除任何内容。</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>查看</translation>
    </message>
</context>
<context>
    <name>LanguagePage</name>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>What the windows on this laptop speak. Your words stay as they are.</source>
        <translation>这台电脑上窗口使用的语言。你写的内容不变。</translation>
    </message>
    <message>
        <source>Language of the windows</source>
        <translation>窗口语言</translation>
    </message>
    <message>
        <source>Like the system ({language})</source>
        <translation>跟随系统（{language}）</translation>
    </message>
    <message>
        <source>Another language is spoken from the next start on.</source>
        <translation>换语言后，下次启动时生效。</translation>
    </message>
    <message>
        <source>Kept. Close all windows and start Satchel again to see it in this language.</source>
        <translation>已记住。关闭所有窗口并重新启动 Satchel，就会使用这种语言。</translation>
    </message>
</context>
<context>
    <name>LeavingStrip</name>
    <message>
        <source>Close now</source>
        <translation>立即关闭</translation>
    </message>
    <message>
        <source>Sending your last changes. What is not sent now goes out at the next start.</source>
        <translation>正在发送你最后的更改。现在没发完的下次启动时再发。</translation>
    </message>
    <message>
        <source>Sending {done} of {total}… What is not sent now goes out at the next start.</source>
        <translation>正在发送 {done} / {total}… 现在没发完的下次启动时再发。</translation>
    </message>
</context>
<context>
    <name>LeftDraft</name>
    <message>
        <source>Typed in another window and not sent:</source>
        <translation>在另一个窗口中输入但没有发送：</translation>
    </message>
    <message>
        <source>Put it in the box</source>
        <translation>放进输入框</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>不用</translation>
    </message>
</context>
<context>
    <name>LogPage</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>What Satchel noted about itself. A report says how this laptop and its data are; it holds no names, no titles and nothing you wrote.</source>
        <translation>Satchel 记下的自身情况。报告说明这台电脑和数据的状态，不含姓名、标题和你写的任何内容。</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation>复制日志</translation>
    </message>
    <message>
        <source>Newest lines of the log</source>
        <translation>日志的最新几行</translation>
    </message>
    <message>
        <source>Nothing was noted yet.</source>
        <translation>还没有记录。</translation>
    </message>
    <message>
        <source>Looking everything over…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Report copied</source>
        <translation>报告已复制</translation>
    </message>
    <message>
        <source>Log copied</source>
        <translation>日志已复制</translation>
    </message>
</context>
<context>
    <name>MemoryPanel</name>
    <message>
        <source>What is remembered</source>
        <translation>记住的内容</translation>
    </message>
    <message>
        <source>It stands first in everything the assistant is given.</source>
        <translation>它总是排在交给助手的内容最前面。</translation>
    </message>
    <message>
        <source>Something to remember</source>
        <translation>要记住的内容</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>记住</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>What the assistant would see…</source>
        <translation>助手会看到什么…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>MemoryRoutes</name>
    <message>
        <source>This cannot be remembered: it is too long, or there is too much already.</source>
        <translation>无法记住：太长，或已经太多。</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>This was not saved: the disk is full.</source>
        <translation>没有保存：磁盘已满。</translation>
    </message>
    <message>
        <source>This was not saved: this laptop's sessions can only be read now.</source>
        <translation>没有保存：这台电脑的会话现在只能读。</translation>
    </message>
    <message>
        <source>This was not saved: another program holds the sessions.</source>
        <translation>没有保存：另一个程序占用着会话。</translation>
    </message>
    <message>
        <source>This was not saved: the session is open in another window now.</source>
        <translation>没有保存：会话现在在另一个窗口打开。</translation>
    </message>
    <message>
        <source>This was not saved: the time of this session is over.</source>
        <translation>没有保存：这个会话已到期。</translation>
    </message>
    <message>
        <source>This was not saved: this session can only be read.</source>
        <translation>没有保存：这个会话只能读。</translation>
    </message>
    <message>
        <source>This was not saved: it is too long for one message.</source>
        <translation>没有保存：一条消息放不下这么多。</translation>
    </message>
    <message>
        <source>This was not saved.</source>
        <translation>没有保存。</translation>
    </message>
    <message>
        <source>Your text is back in the box.</source>
        <translation>你写的内容已回到输入框。</translation>
    </message>
    <message>
        <source>This is someone else's work. You can read it, not change it.</source>
        <translation>这是别人的内容。你可以读，不能改。</translation>
    </message>
    <message>
        <source>This session is finished. Reopen it to go on writing.</source>
        <translation>这个会话已完成。重新打开就能继续写。</translation>
    </message>
    <message>
        <source>This session is in the trash. Restore it to go on writing.</source>
        <translation>这个会话在回收站里。恢复后就能继续写。</translation>
    </message>
    <message>
        <source>This session was written by a newer Satchel. Update to write to it.</source>
        <translation>这个会话由更新版本的 Satchel 写成。更新后才能继续写。</translation>
    </message>
    <message>
        <source>This laptop's sessions can only be read now.</source>
        <translation>这台电脑的会话现在只能读。</translation>
    </message>
    <message>
        <source>The time of this session is over. Give it more to go on writing.</source>
        <translation>这个会话已到期。延长后就能继续写。</translation>
    </message>
    <message>
        <source>The messages of this session are not on this laptop now.</source>
        <translation>这个会话的消息现在不在这台电脑上。</translation>
    </message>
    <message>
        <source>This session is open in another window now. Nothing was lost.</source>
        <translation>这个会话现在在另一个窗口打开。没有丢失任何内容。</translation>
    </message>
    <message>
        <source>This session can only be read.</source>
        <translation>这个会话只能读。</translation>
    </message>
    <message>
        <source>“{title}” is in the trash now.</source>
        <translation>“{title}”现在在回收站里。</translation>
    </message>
    <message>
        <source>What you had typed is kept with it.</source>
        <translation>你输入的内容和它一起保留着。</translation>
    </message>
    <message>
        <source>Restore it to go on.</source>
        <translation>恢复后就能继续。</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>“{title}”已被删除。</translation>
    </message>
    <message>
        <source>What you had typed is in the details.</source>
        <translation>你输入的内容在详细信息里。</translation>
    </message>
    <message>
        <source>The session of this link is not on this laptop.</source>
        <translation>这个链接的会话不在这台电脑上。</translation>
    </message>
    <message>
        <source>Ask for the session itself: it travels as a file.</source>
        <translation>请对方给你会话本身：它可以作为文件传递。</translation>
    </message>
    <message>
        <source>This is not a link to a session or course.</source>
        <translation>这不是会话或课程的链接。</translation>
    </message>
    <message>
        <source>Copy it again, all of it.</source>
        <translation>再完整地复制一次。</translation>
    </message>
    <message>
        <source>The backup is back. What was there before is kept.</source>
        <translation>备份已恢复。之前的内容已保留。</translation>
    </message>
    <message>
        <source>Look whether your newest work is there.</source>
        <translation>请看看你最新的内容是否还在。</translation>
    </message>
    <message>
        <source>Everything was saved: nothing is missing.</source>
        <translation>全部内容都保住了，没有缺失。</translation>
    </message>
    <message>
        <source>What could be saved is here. Some of it may be missing.</source>
        <translation>能保住的内容都在这里，可能有一些缺失。</translation>
    </message>
    <message>
        <source>What could be saved is here. Messages are missing in {titles}.</source>
        <translation>能保住的内容都在这里。{titles} 中缺少一些消息。</translation>
    </message>
    <message>
        <source>A backup may have them: show this to your teacher.</source>
        <translation>备份里可能有：给老师看看这条提示。</translation>
    </message>
    <message>
        <source>The course of this link is not on this laptop.</source>
        <translation>这个链接的课程不在这台电脑上。</translation>
    </message>
    <message>
        <source>Open its file first, then the link again.</source>
        <translation>先打开课程文件，再打开链接。</translation>
    </message>
    <message>
        <source>This laptop's sessions were last used by a newer Satchel.</source>
        <translation>这台电脑的会话上次由更新版本的 Satchel 使用。</translation>
    </message>
    <message>
        <source>Update Satchel to open them; nothing was changed.</source>
        <translation>更新 Satchel 后就能打开；没有改动任何内容。</translation>
    </message>
    <message>
        <source>The file that holds this laptop's sessions is damaged. Nothing was deleted.</source>
        <translation>保存会话的文件已损坏。没有删除任何内容。</translation>
    </message>
    <message>
        <source>Show this to your teacher: a backup may bring the sessions back.</source>
        <translation>给老师看看：备份也许能找回会话。</translation>
    </message>
    <message>
        <source>Nothing could be saved from the damaged file. It is kept as it is.</source>
        <translation>损坏的文件中没有能保住的内容。文件已原样保留。</translation>
    </message>
    <message>
        <source>Restore a backup, or show this to your teacher.</source>
        <translation>恢复一个备份，或给老师看看这条提示。</translation>
    </message>
    <message>
        <source>The file that holds this laptop's sessions is gone from its folder.</source>
        <translation>保存会话的文件不在它的文件夹里了。</translation>
    </message>
    <message>
        <source>Put it back, or show this to your teacher. No empty one was put in its place.</source>
        <translation>把它放回去，或给老师看看。没有用空文件代替它。</translation>
    </message>
    <message>
        <source>This laptop's sessions can only be read now, not changed.</source>
        <translation>这台电脑的会话现在只能读，不能改。</translation>
    </message>
    <message>
        <source>Ask whoever looks after this laptop to make the data folder writable.</source>
        <translation>请管理这台电脑的人把数据文件夹设为可写。</translation>
    </message>
    <message>
        <source>These sessions come from another laptop. What happened?</source>
        <translation>这些会话来自另一台电脑。发生了什么？</translation>
    </message>
    <message>
        <source>Until somebody says so, they can be read and nothing is saved. Ask your teacher if unsure.</source>
        <translation>在有人说明之前，它们可以读，但不保存任何内容。不确定就问老师。</translation>
    </message>
    <message>
        <source>The disk is full. What was saved is safe.</source>
        <translation>磁盘已满。已保存的内容是安全的。</translation>
    </message>
    <message>
        <source>Delete files you no longer need, then try again.</source>
        <translation>删除不再需要的文件，然后再试一次。</translation>
    </message>
    <message>
        <source>Another program holds the sessions and does not let go.</source>
        <translation>另一个程序一直占用着会话。</translation>
    </message>
    <message>
        <source>Close other Satchel windows, then try again.</source>
        <translation>关闭其他 Satchel 窗口，然后再试一次。</translation>
    </message>
    <message>
        <source>The sessions cannot be reached now. What was saved is safe.</source>
        <translation>现在无法读取会话。已保存的内容是安全的。</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>稍后再试一次。</translation>
    </message>
    <message>
        <source>This session is not here any more.</source>
        <translation>这个会话已不在这里。</translation>
    </message>
    <message>
        <source>It may have been deleted in another window.</source>
        <translation>它可能在另一个窗口里被删除了。</translation>
    </message>
    <message>
        <source>This session is in the trash.</source>
        <translation>这个会话在回收站里。</translation>
    </message>
    <message>
        <source>Restore it first.</source>
        <translation>先恢复它。</translation>
    </message>
    <message>
        <source>Part of this session is damaged and cannot be shown.</source>
        <translation>这个会话有一部分已损坏，无法显示。</translation>
    </message>
    <message>
        <source>Everything else is not affected. Show this to your teacher.</source>
        <translation>其他内容不受影响。给老师看看。</translation>
    </message>
    <message>
        <source>Take it back to go on writing.</source>
        <translation>取回后就能继续写。</translation>
    </message>
    <message>
        <source>This session is open in another window.</source>
        <translation>这个会话在另一个窗口打开。</translation>
    </message>
    <message>
        <source>Close it there, or take it back.</source>
        <translation>在那里关闭它，或把它取回。</translation>
    </message>
    <message>
        <source>This name cannot be used.</source>
        <translation>不能使用这个名字。</translation>
    </message>
    <message>
        <source>Choose another: not empty, and not one that is taken.</source>
        <translation>换一个：不能为空，也不能和已有的重复。</translation>
    </message>
    <message>
        <source>The time of this session is over.</source>
        <translation>这个会话已到期。</translation>
    </message>
    <message>
        <source>Give it more to go on writing.</source>
        <translation>延长后就能继续写。</translation>
    </message>
    <message>
        <source>Nothing can be put together from this session now.</source>
        <translation>现在无法从这个会话整理内容。</translation>
    </message>
    <message>
        <source>Its messages are not on this laptop.</source>
        <translation>它的消息不在这台电脑上。</translation>
    </message>
    <message>
        <source>This is too long for one message.</source>
        <translation>一条消息放不下这么多。</translation>
    </message>
    <message>
        <source>Send it in parts.</source>
        <translation>分几条发送。</translation>
    </message>
    <message>
        <source>This session was written by a newer Satchel.</source>
        <translation>这个会话由更新版本的 Satchel 写成。</translation>
    </message>
    <message>
        <source>It can be read; update Satchel to write to it.</source>
        <translation>可以读；更新 Satchel 后才能写。</translation>
    </message>
    <message>
        <source>This file is locked with a passphrase.</source>
        <translation>这个文件用口令锁定。</translation>
    </message>
    <message>
        <source>Ask who made it, and type it.</source>
        <translation>向制作者询问，然后输入。</translation>
    </message>
    <message>
        <source>That is not the passphrase of this file.</source>
        <translation>这不是这个文件的口令。</translation>
    </message>
    <message>
        <source>Try again, or ask who made it.</source>
        <translation>再试一次，或询问制作者。</translation>
    </message>
    <message>
        <source>This file was made by a newer Satchel.</source>
        <translation>这个文件由更新版本的 Satchel 制作。</translation>
    </message>
    <message>
        <source>Update Satchel to import it.</source>
        <translation>更新 Satchel 后再导入。</translation>
    </message>
    <message>
        <source>This file is larger than any that can be imported.</source>
        <translation>这个文件超过了可以导入的大小。</translation>
    </message>
    <message>
        <source>Export it again, in several files.</source>
        <translation>重新导出，分成几个文件。</translation>
    </message>
    <message>
        <source>The file changed after it was looked at. Nothing was taken from it.</source>
        <translation>查看之后文件发生了变化。没有从中导入任何内容。</translation>
    </message>
    <message>
        <source>Import it again.</source>
        <translation>重新导入它。</translation>
    </message>
    <message>
        <source>There are no sessions in this file.</source>
        <translation>这个文件里没有会话。</translation>
    </message>
    <message>
        <source>There is a file of that name already. It was not touched.</source>
        <translation>已有同名文件。没有改动它。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>换一个名称。</translation>
    </message>
    <message>
        <source>The folder of these sessions is one that {name} keeps alike on several computers.</source>
        <translation>这些会话的文件夹由 {name} 在多台电脑上保持一致。</translation>
    </message>
    <message>
        <source>The folder of these sessions is on a network drive ({name}).</source>
        <translation>这些会话的文件夹在网络驱动器（{name}）上。</translation>
    </message>
    <message>
        <source>They can only be read there, because two computers would damage them. Ask whoever looks after this laptop to choose a local folder.</source>
        <translation>在那里只能读，因为两台电脑同时使用会损坏它们。请管理这台电脑的人选一个本地文件夹。</translation>
    </message>
    <message>
        <source>Something unexpected happened. What was saved is safe.</source>
        <translation>发生了意外情况。已保存的内容是安全的。</translation>
    </message>
    <message>
        <source>You can go on. If it happens again, copy the details and show them to your teacher.</source>
        <translation>你可以继续。如果再次发生，把详细信息复制给老师看。</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>OpenLink</name>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>The link to a session or course:</source>
        <translation>会话或课程的链接：</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>PackPage</name>
    <message>
        <source>What the assistant would see</source>
        <translation>助手会看到什么</translation>
    </message>
    <message>
        <source>How deep</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>How older messages are told.</source>
        <translation>旧消息怎样概述。</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>篇幅</translation>
    </message>
    <message>
        <source>In tokens. A token is a word or a piece of one.</source>
        <translation>以词元计。一个词元是一个词或词的一部分。</translation>
    </message>
    <message>
        <source>Copy as messages</source>
        <translation>复制为消息</translation>
    </message>
    <message>
        <source>{included} messages are in it, {condensed} in a line, {omitted} left out. {tokens} of {budget} tokens.</source>
        <translation>完整 {included} 条，概括 {condensed} 条，省略 {omitted} 条。{tokens} / {budget} 词元。</translation>
    </message>
    <message>
        <source>Told like this: {tier}.</source>
        <translation>方式：{tier}。</translation>
    </message>
    <message>
        <source>The tokens are counted exactly.</source>
        <translation>词元数是精确的。</translation>
    </message>
    <message>
        <source>The tokens are estimated; {reserve} stay free to be sure.</source>
        <translation>词元数是估计的；为保险起见留出 {reserve}。</translation>
    </message>
    <message>
        <source>What is in it, and what is not</source>
        <translation>包含什么，不包含什么</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>PackParts</name>
    <message>
        <source>How</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>Packs</name>
    <message>
        <source>Whole</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>In a line</source>
        <translation>概括成一行</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>What is remembered</source>
        <translation>记住的内容</translation>
    </message>
    <message>
        <source>A summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Quiz results</source>
        <translation>测验结果</translation>
    </message>
    <message>
        <source>Place in the course</source>
        <translation>课程中的位置</translation>
    </message>
    <message>
        <source>Message {number}</source>
        <translation>消息 {number}</translation>
    </message>
    <message>
        <source>Messages {first} to {last}</source>
        <translation>消息 {first} 到 {last}</translation>
    </message>
    <message>
        <source>does not fit any more</source>
        <translation>放不下了</translation>
    </message>
    <message>
        <source>longer than everything there is room for</source>
        <translation>比全部篇幅还长</translation>
    </message>
    <message>
        <source>older</source>
        <translation>较旧</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>损坏</translation>
    </message>
    <message>
        <source>too far back</source>
        <translation>太久以前</translation>
    </message>
    <message>
        <source>a summary stands for it</source>
        <translation>由摘要代替</translation>
    </message>
    <message>
        <source>By itself</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Newest only</source>
        <translation>只要最新</translation>
    </message>
    <message>
        <source>Older in a line</source>
        <translation>旧的概括成行</translation>
    </message>
    <message>
        <source>With summaries</source>
        <translation>带摘要</translation>
    </message>
</context>
<context>
    <name>ProfilePage</name>
    <message>
        <source>Profile</source>
        <translation>个人档案</translation>
    </message>
    <message>
        <source>Who learns here. Each profile has its own sessions.</source>
        <translation>谁在这里学习。每个档案有自己的会话。</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>改名</translation>
    </message>
    <message>
        <source>Name of this profile</source>
        <translation>这个档案的名字</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>Shown in the status bar of this window.</source>
        <translation>显示在这个窗口的状态栏里。</translation>
    </message>
    <message>
        <source>Others on this laptop</source>
        <translation>这台电脑上的其他人</translation>
    </message>
    <message>
        <source>Another profile opens in a window of its own, and at the next start.</source>
        <translation>另一个档案会在自己的窗口打开，下次启动时也会打开它。</translation>
    </message>
    <message>
        <source>Nobody else yet.</source>
        <translation>还没有其他人。</translation>
    </message>
    <message>
        <source>Add profile</source>
        <translation>添加档案</translation>
    </message>
    <message>
        <source>Name of the new profile</source>
        <translation>新档案的名字</translation>
    </message>
    <message>
        <source>A name</source>
        <translation>一个名字</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>新档案</translation>
    </message>
    <message>
        <source>For someone else on this laptop.</source>
        <translation>给这台电脑上的另一个人。</translation>
    </message>
    <message>
        <source>Profiles keep work apart. They do not protect it from someone who uses this laptop with the same account.</source>
        <translation>档案把各人的内容分开。它不能防止用同一账户使用这台电脑的人看到。</translation>
    </message>
    <message>
        <source>The profile is there. Open it above.</source>
        <translation>档案已建好。在上面打开它。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the profile {name}</source>
        <translation>打开档案 {name}</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>New session</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>Import sessions</source>
        <translation>导入会话</translation>
    </message>
    <message>
        <source>Search sessions</source>
        <translation>搜索会话</translation>
    </message>
    <message>
        <source>Nothing matches “{text}”. Try fewer letters.</source>
        <translation>没有找到“{text}”。试试少输几个字。</translation>
    </message>
    <message>
        <source>Sessions you start or import are listed here, under their course.</source>
        <translation>你开始或导入的会话会按课程列在这里。</translation>
    </message>
</context>
<context>
    <name>ReadOnlyBanner</name>
    <message>
        <source>It was moved here</source>
        <translation>它被移到这里</translation>
    </message>
    <message>
        <source>This is a new laptop</source>
        <translation>这是一台新电脑</translation>
    </message>
    <message>
        <source>The old laptop does not go on with these sessions. Everything stays as it is and can be changed here.</source>
        <translation>旧电脑不再使用这些会话。一切保持原样，可以在这里更改。</translation>
    </message>
    <message>
        <source>The old laptop goes on with them, or many laptops were made alike. The sessions there are can be read here; everyone starts with work of their own.</source>
        <translation>旧电脑继续使用它们，或者许多电脑是用同一份镜像做的。已有的会话可以在这里读；每个人从自己的内容开始。</translation>
    </message>
</context>
<context>
    <name>RecentSessions</name>
    <message>
        <source>{name}, {state}</source>
        <translation>{name}，{state}</translation>
    </message>
    <message>
        <source>Not sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
</context>
<context>
    <name>RecordText</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n 条记录</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left it after %n seconds</source>
        <translation>
            <numerusform>%n 秒后离开</numerusform>
        </translation>
    </message>
    <message>
        <source>This message cannot be read</source>
        <translation>这条消息无法读取</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Learner</source>
        <translation>学习者</translation>
    </message>
    <message>
        <source>Tutor</source>
        <translation>导师</translation>
    </message>
    <message>
        <source>Broken off: {title}</source>
        <translation>中断：{title}</translation>
    </message>
    <message>
        <source>Broken off</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Answers so far, not handed in yet</source>
        <translation>目前的答案，尚未提交</translation>
    </message>
    <message>
        <source>Handed in</source>
        <translation>已提交</translation>
    </message>
    <message>
        <source>No answers yet</source>
        <translation>还没有答案</translation>
    </message>
    <message>
        <source>{question}: {answer}</source>
        <translation>{question}：{answer}</translation>
    </message>
    <message>
        <source>Checked: {right} of {all} right</source>
        <translation>已批改：{all} 题对了 {right} 题</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>已批改</translation>
    </message>
    <message>
        <source>, 1 point</source>
        <translation>，1 分</translation>
    </message>
    <message>
        <source>, {n} points</source>
        <translation>，{n} 分</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>not right</source>
        <translation>不正确</translation>
    </message>
    <message>
        <source>not checked yet</source>
        <translation>尚未批改</translation>
    </message>
    <message>
        <source>Question {n}</source>
        <translation>第 {n} 题</translation>
    </message>
    <message>
        <source>Question “{id}”</source>
        <translation>题目“{id}”</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>没有回答</translation>
    </message>
    <message>
        <source>Opened this part of the course</source>
        <translation>打开了课程的这一部分</translation>
    </message>
    <message>
        <source>Left this part of the course</source>
        <translation>离开了课程的这一部分</translation>
    </message>
    <message>
        <source>Nothing was noted here</source>
        <translation>这里没有记录</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 条记录</translation>
    </message>
</context>
<context>
    <name>RelativeTime</name>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>1 minute ago</source>
        <translation>1 分钟前</translation>
    </message>
    <message>
        <source>{day}, {time}</source>
        <translation>{day} {time}</translation>
    </message>
    <message numerus="yes">
        <source>%n minutes ago</source>
        <translation>
            <numerusform>%n 分钟前</numerusform>
        </translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
</context>
<context>
    <name>Remote</name>
    <message>
        <source>Everything is saved here and goes out when it answers.</source>
        <translation>一切都保存在这里，有回应时就发出。</translation>
    </message>
    <message>
        <source>The server was not found: most likely there is no network now.</source>
        <translation>找不到服务器：很可能现在没有网络。</translation>
    </message>
    <message>
        <source>Nothing answers at the server's address.</source>
        <translation>服务器地址上没有回应。</translation>
    </message>
    <message>
        <source>The server did not answer in time.</source>
        <translation>服务器没有及时回应。</translation>
    </message>
    <message>
        <source>The connection broke off in the middle.</source>
        <translation>连接中途断开了。</translation>
    </message>
    <message>
        <source>It is tried again by itself. Nothing is sent twice.</source>
        <translation>会自动再试。不会重复发送。</translation>
    </message>
    <message>
        <source>The server cannot be reached now.</source>
        <translation>现在连不上服务器。</translation>
    </message>
    <message>
        <source>The proxy of this network does not let Satchel through.</source>
        <translation>这个网络的代理不让 Satchel 通过。</translation>
    </message>
    <message>
        <source>Ask whoever looks after the network.</source>
        <translation>请问管理网络的人。</translation>
    </message>
    <message>
        <source>The server cannot prove that it is the right one.</source>
        <translation>服务器无法证明它是对的那一台。</translation>
    </message>
    <message>
        <source>Nothing was sent. If the school has a certificate of its own, choose its file under Advanced.</source>
        <translation>没有发送任何内容。如果学校有自己的证书，请在“高级”里选择它的文件。</translation>
    </message>
    <message>
        <source>A token is not sent to this address.</source>
        <translation>不会把令牌发到这个地址。</translation>
    </message>
    <message>
        <source>Nothing was sent. Use an address that begins with https:// and a name, or allow this one in the settings of the server.</source>
        <translation>没有发送任何内容。请使用以 https:// 加名称开头的地址，或在服务器设置里允许这个地址。</translation>
    </message>
    <message>
        <source>This network wants you to sign in first.</source>
        <translation>这个网络要求先登录。</translation>
    </message>
    <message>
        <source>Open any page in a browser, sign in there, then try again.</source>
        <translation>在浏览器里打开任意网页，在那里登录，然后再试。</translation>
    </message>
    <message>
        <source>The server is being looked after and is not to be had now.</source>
        <translation>服务器正在维护，现在不可用。</translation>
    </message>
    <message>
        <source>It is tried again by itself.</source>
        <translation>会自动再试。</translation>
    </message>
    <message>
        <source>A web page answers at this address, not a server for sessions.</source>
        <translation>这个地址上是网页，不是会话服务器。</translation>
    </message>
    <message>
        <source>Check the address, or ask your teacher for it.</source>
        <translation>检查地址，或向老师询问。</translation>
    </message>
    <message>
        <source>The server answers something that Satchel does not understand.</source>
        <translation>服务器的回应 Satchel 看不懂。</translation>
    </message>
    <message>
        <source>Nothing was changed. Show this to whoever runs the server.</source>
        <translation>没有任何更改。给管理服务器的人看看。</translation>
    </message>
    <message>
        <source>There is no server for sessions under this address.</source>
        <translation>这个地址下没有会话服务器。</translation>
    </message>
    <message>
        <source>Check the address, with everything after the host's name.</source>
        <translation>检查地址，包括主机名后面的部分。</translation>
    </message>
    <message>
        <source>Something went wrong on the server.</source>
        <translation>服务器上出了问题。</translation>
    </message>
    <message>
        <source>The server is busy and asks for patience.</source>
        <translation>服务器很忙，请耐心等待。</translation>
    </message>
    <message>
        <source>The server does not accept the token: it is wrong or its time is over.</source>
        <translation>服务器不接受令牌：它不对，或已到期。</translation>
    </message>
    <message>
        <source>Ask your teacher for a new one, and sign in again.</source>
        <translation>向老师要一个新的，然后重新登录。</translation>
    </message>
    <message>
        <source>The token does not open this.</source>
        <translation>这个令牌打不开它。</translation>
    </message>
    <message>
        <source>The token belongs to somebody else's work.</source>
        <translation>这个令牌属于别人的内容。</translation>
    </message>
    <message>
        <source>Only whoever runs the server may do this.</source>
        <translation>只有管理服务器的人可以这样做。</translation>
    </message>
    <message>
        <source>The server refuses this.</source>
        <translation>服务器拒绝了。</translation>
    </message>
    <message>
        <source>The details say why: show them to your teacher.</source>
        <translation>详细信息里有原因：给老师看看。</translation>
    </message>
    <message>
        <source>The server could not be asked.</source>
        <translation>无法询问服务器。</translation>
    </message>
    <message>
        <source>The token was known until Satchel was closed, or is not where it was.</source>
        <translation>令牌只保留到 Satchel 关闭，或已不在原处。</translation>
    </message>
    <message>
        <source>Sign in to the server again.</source>
        <translation>请重新登录服务器。</translation>
    </message>
    <message>
        <source>The server does not say whose work the token opens.</source>
        <translation>服务器没有说明这个令牌打开的是谁的内容。</translation>
    </message>
    <message>
        <source>Enter the learner's key under Advanced. Whoever gave you the token knows it.</source>
        <translation>请在“高级”中输入学习者标识。给你令牌的人知道它。</translation>
    </message>
    <message>
        <source>This laptop's password store is not there, or it is locked.</source>
        <translation>这台电脑的密码库不存在，或已锁定。</translation>
    </message>
    <message>
        <source>Unlock it and try again, or keep the token only until Satchel is closed.</source>
        <translation>解锁后再试，或只把令牌保留到 Satchel 关闭为止。</translation>
    </message>
    <message>
        <source>Ask your teacher for a token of your own.</source>
        <translation>向老师要一个你自己的令牌。</translation>
    </message>
    <message>
        <source>The server does not take it.</source>
        <translation>服务器不接收它。</translation>
    </message>
    <message>
        <source>Its id is taken there by somebody else's session.</source>
        <translation>它的编号在那里被别人的会话占用了。</translation>
    </message>
    <message>
        <source>It can be sent under another one.</source>
        <translation>可以用另一个编号发送。</translation>
    </message>
    <message>
        <source>A message of the same id but other words is there already.</source>
        <translation>那里已有一条编号相同但内容不同的消息。</translation>
    </message>
    <message>
        <source>The server does not accept what is in it.</source>
        <translation>服务器不接受其中的内容。</translation>
    </message>
    <message>
        <source>It stays here, whole. Export it to hand it on as a file.</source>
        <translation>它完整地留在这里。可以导出成文件交给别人。</translation>
    </message>
    <message>
        <source>A message in it is larger than the server takes.</source>
        <translation>其中一条消息超过了服务器能接收的大小。</translation>
    </message>
    <message>
        <source>It stays here, whole. Export the session to hand it on as a file.</source>
        <translation>它完整地留在这里。可以把会话导出成文件交给别人。</translation>
    </message>
</context>
<context>
    <name>RemoteAdvanced</name>
    <message>
        <source>Learner key</source>
        <translation>学习者标识</translation>
    </message>
    <message>
        <source>As the server says</source>
        <translation>按服务器所说</translation>
    </message>
    <message>
        <source>Kind of server</source>
        <translation>服务器类型</translation>
    </message>
    <message>
        <source>Certificate of the school</source>
        <translation>学校的证书</translation>
    </message>
    <message>
        <source>The system's own</source>
        <translation>系统自带</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>As the system says</source>
        <translation>按系统设置</translation>
    </message>
    <message>
        <source>Find out</source>
        <translation>自动识别</translation>
    </message>
    <message>
        <source>Satchel</source>
        <translation>Satchel</translation>
    </message>
    <message>
        <source>OpenMAIC, the learner key is the token</source>
        <translation>OpenMAIC，学习者标识就是令牌</translation>
    </message>
    <message>
        <source>OpenMAIC, one token for everybody</source>
        <translation>OpenMAIC，所有人共用一个令牌</translation>
    </message>
    <message>
        <source>Certificates</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
</context>
<context>
    <name>RemotePage</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Optional. Without a server everything stays on this laptop, and files still travel.</source>
        <translation>可选。没有服务器时一切都留在这台电脑上，文件照样可以传递。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Ask your teacher. It is often on the classroom wall.</source>
        <translation>问问老师。它常常写在教室墙上。</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>服务器地址</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Allow it for this host</source>
        <translation>允许用于这台主机</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>It says whose work this is. Whoever runs the server gives it to you.</source>
        <translation>它说明这是谁的内容。由管理服务器的人给你。</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>Only for schools that are set up in their own way.</source>
        <translation>只用于有特殊设置的学校。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Kept as you make it. Also when the network is back.</source>
        <translation>更改立即保存。网络恢复时也会同步。</translation>
    </message>
    <message>
        <source>Send and fetch while Satchel is open</source>
        <translation>Satchel 打开时发送和接收</translation>
    </message>
    <message>
        <source>Also over a network paid by volume</source>
        <translation>按流量计费的网络上也这样</translation>
    </message>
    <message>
        <source>{number} minutes</source>
        <translation>{number} 分钟</translation>
    </message>
    <message>
        <source>Time between two runs</source>
        <translation>两次之间的时间</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Keep it all the same</source>
        <translation>仍然保存</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>立即同步</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Remove the server</source>
        <translation>移除服务器</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Satchel then forgets the server and its token. Your sessions stay, here and there.</source>
        <translation>Satchel 会忘记服务器和它的令牌。你的会话在两边都保留。</translation>
    </message>
    <message>
        <source>This takes a while. The server may be slow, or this laptop's password store waits to be unlocked. You can go on working.</source>
        <translation>需要一点时间。服务器可能较慢，或这台电脑的密码库在等待解锁。你可以继续工作。</translation>
    </message>
    <message>
        <source>This connection is not encrypted. Others on the network could read what is sent, and the token too.</source>
        <translation>这个连接没有加密。网络上的其他人可能读到发送的内容和令牌。</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Keep changes</source>
        <translation>保存更改</translation>
    </message>
</context>
<context>
    <name>SavedPage</name>
    <message>
        <source>What is saved</source>
        <translation>什么已保存</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>这是什么意思</translation>
    </message>
    <message>
        <source>A message appears in the conversation only once it is on the disk. It is still there after a crash or an empty battery. What you are typing is kept too, a moment after you stop.</source>
        <translation>消息写到磁盘之后才会出现在对话里。即使程序崩溃或电池用尽，它也还在。你正在输入的内容，停下片刻后也会保留。</translation>
    </message>
    <message>
        <source>Copy the folder's path</source>
        <translation>复制文件夹路径</translation>
    </message>
    <message>
        <source>Where it lies</source>
        <translation>保存在哪里</translation>
    </message>
    <message>
        <source>In one folder on this laptop.</source>
        <translation>在这台电脑的一个文件夹里。</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>This profile takes {used}. {free} are free on this disk.</source>
        <translation>这个档案占用 {used}。磁盘还有 {free} 可用。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>{first} {then}</source>
        <translation>{first}{then}</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>需要处理</translation>
    </message>
    <message>
        <source>Look…</source>
        <translation>查看…</translation>
    </message>
    <message>
        <source>Waits to be sent</source>
        <translation>等待发送</translation>
    </message>
    <message>
        <source>Last time all was well</source>
        <translation>上次一切正常</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Good to know</source>
        <translation>请注意</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Server settings…</source>
        <translation>服务器设置…</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Is one needed?</source>
        <translation>需要服务器吗？</translation>
    </message>
    <message>
        <source>No. Reading, writing and searching need no server and no network.</source>
        <translation>不需要。读、写和搜索都不用服务器，也不用网络。</translation>
    </message>
    <message>
        <source>What it would be for</source>
        <translation>它有什么用</translation>
    </message>
    <message>
        <source>The same sessions on several laptops, and a copy of your work at school. A school can have a server of its own; your teacher knows the address.</source>
        <translation>在几台电脑上使用同样的会话，并在学校留一份你的内容。学校可以有自己的服务器；老师知道地址。</translation>
    </message>
    <message>
        <source>Connect to a server…</source>
        <translation>连接服务器…</translation>
    </message>
    <message>
        <source>How far it is</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>立即同步</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>It is switched off in the server settings.</source>
        <translation>已在服务器设置里关闭。</translation>
    </message>
    <message>
        <source>Not yet.</source>
        <translation>还没有。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>ServerWords</name>
    <message>
        <source>This is a Satchel server, version {version}.</source>
        <translation>这是 Satchel 服务器，版本 {version}。</translation>
    </message>
    <message>
        <source>This is a Satchel server.</source>
        <translation>这是 Satchel 服务器。</translation>
    </message>
    <message>
        <source>This is an OpenMAIC server with one token for everybody.</source>
        <translation>这是所有人共用一个令牌的 OpenMAIC 服务器。</translation>
    </message>
    <message>
        <source>This is an OpenMAIC server.</source>
        <translation>这是 OpenMAIC 服务器。</translation>
    </message>
    <message>
        <source>The token is for {learner}.</source>
        <translation>令牌属于 {learner}。</translation>
    </message>
    <message>
        <source>It holds until {day}.</source>
        <translation>有效期到 {day}。</translation>
    </message>
    <message>
        <source>This laptop's clock is {span} ahead of the server's.</source>
        <translation>这台电脑的时钟比服务器快 {span}。</translation>
    </message>
    <message>
        <source>This laptop's clock is {span} behind the server's.</source>
        <translation>这台电脑的时钟比服务器慢 {span}。</translation>
    </message>
    <message>
        <source>Order and contents are right all the same; the times shown may be off.</source>
        <translation>顺序和内容仍然正确；显示的时间可能不准。</translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours</source>
        <translation>
            <numerusform>%n 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>A token is kept in this laptop's password store.</source>
        <translation>令牌保存在这台电脑的密码库里。</translation>
    </message>
    <message>
        <source>A token is kept in a file that whoever uses this account can read.</source>
        <translation>令牌保存在一个文件里，使用这个账户的人都能读到。</translation>
    </message>
    <message>
        <source>A token is known until Satchel is closed, and is asked for again then.</source>
        <translation>令牌保留到 Satchel 关闭为止，之后会再次询问。</translation>
    </message>
    <message>
        <source>No token is kept.</source>
        <translation>没有保存令牌。</translation>
    </message>
</context>
<context>
    <name>SessionDelegate</name>
    <message>
        <source>New name of the session</source>
        <translation>会话的新名字</translation>
    </message>
</context>
<context>
    <name>SessionOpening</name>
    <message>
        <source>New session</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>New session {number}</source>
        <translation>新会话 {number}</translation>
    </message>
</context>
<context>
    <name>SessionTree</name>
    <message>
        <source>Show older ({number})</source>
        <translation>显示更早的 ({number})</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Others' work</source>
        <translation>别人的内容</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Work of {learner}</source>
        <translation>{learner} 的内容</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>work of {learner}</source>
        <translation>{learner} 的内容</translation>
    </message>
    <message>
        <source>read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>open in this window</source>
        <translation>已在这个窗口打开</translation>
    </message>
    <message>
        <source>Without a course</source>
        <translation>不属于课程</translation>
    </message>
    <message>
        <source>1 new message</source>
        <translation>1 条新消息</translation>
    </message>
    <message numerus="yes">
        <source>%n new messages</source>
        <translation>
            <numerusform>%n 条新消息</numerusform>
        </translation>
    </message>
    <message>
        <source>not on this laptop</source>
        <translation>不在这台电脑上</translation>
    </message>
    <message>
        <source>only on this laptop</source>
        <translation>只在这台电脑上</translation>
    </message>
</context>
<context>
    <name>SessionView</name>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
</context>
<context>
    <name>SessionWords</name>
    <message>
        <source>Quiz attempt</source>
        <translation>测验作答</translation>
    </message>
    <message>
        <source>Course played</source>
        <translation>课程播放</translation>
    </message>
    <message>
        <source>Untitled session</source>
        <translation>未命名的会话</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>SidePages</name>
    <message>
        <source>Back to {title}</source>
        <translation>返回 {title}</translation>
    </message>
    <message>
        <source>Back to the start page</source>
        <translation>返回开始页</translation>
    </message>
</context>
<context>
    <name>StatePage</name>
    <message>
        <source>Try again</source>
        <translation>再试一次</translation>
    </message>
    <message>
        <source>Save what can be saved</source>
        <translation>保住能保住的内容</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Opening your sessions…</source>
        <translation>正在打开你的会话…</translation>
    </message>
    <message>
        <source>Saving what can be saved…</source>
        <translation>正在保住能保住的内容…</translation>
    </message>
    <message>
        <source>Restoring the backup…</source>
        <translation>正在恢复备份…</translation>
    </message>
    <message>
        <source>Nothing is deleted. This can take a minute.</source>
        <translation>不会删除任何内容。可能需要一分钟。</translation>
    </message>
    <message>
        <source>Restore the newest backup ({when})</source>
        <translation>恢复最新的备份（{when}）</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>No name yet</source>
        <translation>还没有名字</translation>
    </message>
    <message>
        <source>Guest on this laptop</source>
        <translation>访客在这台电脑上</translation>
    </message>
    <message>
        <source>{name} on this laptop</source>
        <translation>{name}在这台电脑上</translation>
    </message>
    <message>
        <source>Whose work is shown and kept here.</source>
        <translation>这里显示和保存的是谁的内容。</translation>
    </message>
    <message>
        <source>Nothing was written here yet.</source>
        <translation>这里还没有写过内容。</translation>
    </message>
    <message>
        <source>Nothing to save yet</source>
        <translation>还没有要保存的</translation>
    </message>
    <message>
        <source>Everything you wrote is kept on this laptop, also through a crash.</source>
        <translation>你写的一切都保存在这台电脑上，即使崩溃也不会丢。</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Saving… your words are still in the box</source>
        <translation>正在保存…你写的内容还在输入框里</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Your last message was not saved. Its text is back in the box.</source>
        <translation>你最后一条消息没有保存。内容已回到输入框。</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
</context>
<context>
    <name>SyncNotes</name>
    <message>
        <source>This server lists sessions by course only: what lies in courses this laptop never saw is not found.</source>
        <translation>这台服务器只按课程列出会话：这台电脑从未见过的课程里的内容找不到。</translation>
    </message>
    <message>
        <source>This server cannot tell for certain when a session is deleted and made again between two looks, when the network delivers something late a second time, or when a backup is restored there.</source>
        <translation>这台服务器无法确定：会话是否在两次查看之间被删除又重建，网络是否迟来地重复送达，或那里是否恢复了备份。</translation>
    </message>
    <message>
        <source>This server takes titles and what is kept at the top once, with a new session. Later changes stay on this laptop.</source>
        <translation>这台服务器只在新建会话时接收标题和置顶。之后的更改只留在这台电脑上。</translation>
    </message>
    <message>
        <source>A session was finished or reopened here and on the server; what the server says holds.</source>
        <translation>一个会话在这里和服务器上都被结束或重新打开；以服务器为准。</translation>
    </message>
    <message>
        <source>A session went on here and elsewhere and could not be joined: what was done here is a session of its own now.</source>
        <translation>一个会话在这里和别处都继续了，无法合并：在这里做的内容现在是单独的会话。</translation>
    </message>
    <message>
        <source>A session that was only kept on the server is gone there, and was taken from the list here.</source>
        <translation>一个只在服务器上的会话在那里已不存在，并从这里的列表中移除。</translation>
    </message>
    <message>
        <source>The server holds messages that cannot be kept here; they were left there.</source>
        <translation>服务器上有一些无法保存在这里的消息；它们留在了那里。</translation>
    </message>
    <message>
        <source>Some sessions could not be looked at; the next run tries them again.</source>
        <translation>有些会话无法查看；下次会再试。</translation>
    </message>
    <message>
        <source>Sessions of this profile that are under another account, or were sent before signing in, have changes that stay on this laptop. They are sent when that account is signed in.</source>
        <translation>此用户档案中有些会话属于另一个账户，或在登录之前已发送；它们的更改留在这台笔记本电脑上。登录该账户后才会发送。</translation>
    </message>
    <message>
        <source>What was sent before signing in stays on the server under the key it was sent with, and stays here. Whoever runs the server can give it to the account.</source>
        <translation>登录之前发送的内容留在服务器上原来的标识下，也留在这里。管理服务器的人可以把它转给这个账户。</translation>
    </message>
    <message>
        <source>Sessions of this laptop were given to an account on the server. They stay here as they are; sign in with that account to go on with them.</source>
        <translation>这台电脑上的一些会话在服务器上已转给一个账户。它们在这里保持原样；用那个账户登录后可以继续。</translation>
    </message>
</context>
<context>
    <name>SyncWords</name>
    <message>
        <source>The password store is locked</source>
        <translation>密码库已锁定</translation>
    </message>
    <message>
        <source>Sign in again</source>
        <translation>请重新登录</translation>
    </message>
    <message>
        <source>You can go on working. Nothing waits for it.</source>
        <translation>你可以继续工作，不用等待。</translation>
    </message>
    <message>
        <source>The server does not know this laptop's token, or not any more. Everything is kept here and goes out when somebody signs in.</source>
        <translation>服务器不认识这台电脑的令牌，或不再认识。一切都保存在这里，登录后就会发出。</translation>
    </message>
    <message>
        <source>Nothing is sent or fetched until somebody answers. Nothing is lost.</source>
        <translation>在有人回答之前不会发送或接收。不会丢失任何内容。</translation>
    </message>
    <message>
        <source>Nothing. Everything from this laptop is on the server.</source>
        <translation>没有。这台电脑上的一切都已在服务器上。</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 处更改</translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>1 thing needs attention</source>
        <translation>1 项需要处理</translation>
    </message>
    <message numerus="yes">
        <source>%n things need attention</source>
        <translation>
            <numerusform>%n 项需要处理</numerusform>
        </translation>
    </message>
    <message>
        <source>1 more is listed when these are mended.</source>
        <translation>处理完这些后还有 1 项。</translation>
    </message>
    <message numerus="yes">
        <source>%n more are listed when these are mended.</source>
        <translation>
            <numerusform>处理完这些后还有 %n 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>Something needs a hand. Nothing you wrote is lost.</source>
        <translation>有内容需要处理。你写的内容都没有丢失。</translation>
    </message>
    <message>
        <source>A question</source>
        <translation>一个问题</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Whose work is this?</source>
        <translation>这是谁的内容？</translation>
    </message>
    <message>
        <source>A question about the server</source>
        <translation>关于服务器的问题</translation>
    </message>
    <message>
        <source>1 thing</source>
        <translation>1 项</translation>
    </message>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Sending {done} of {total}…</source>
        <translation>正在发送 {done} / {total}…</translation>
    </message>
    <message>
        <source>Fetching…</source>
        <translation>正在接收…</translation>
    </message>
    <message>
        <source>Comparing with the server…</source>
        <translation>正在与服务器比较…</translation>
    </message>
    <message>
        <source>Sending and fetching. You can go on working.</source>
        <translation>正在发送和接收。你可以继续工作。</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>同步中…</translation>
    </message>
    <message>
        <source>Everything is kept on this laptop alone. Nothing is sent anywhere.</source>
        <translation>一切都只保存在这台电脑上，不会发送到任何地方。</translation>
    </message>
    <message>
        <source>No server set up</source>
        <translation>没有设置服务器</translation>
    </message>
    <message>
        <source>No server</source>
        <translation>无服务器</translation>
    </message>
    <message>
        <source>Everything is saved here and goes out in a moment.</source>
        <translation>一切都保存在这里，马上就会发出。</translation>
    </message>
    <message>
        <source>What is on this laptop is on the server too, and the other way round.</source>
        <translation>这台电脑上的内容服务器上也有，反过来也一样。</translation>
    </message>
    <message>
        <source>Everything is on the server</source>
        <translation>一切都在服务器上</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Nothing is sent or fetched until it is switched on again.</source>
        <translation>在重新打开之前不会发送或接收。</translation>
    </message>
    <message>
        <source>Sending is switched off</source>
        <translation>发送已关闭</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>Switched off – {changes}</source>
        <translation>已关闭 – {changes}</translation>
    </message>
    <message>
        <source>This connection is paid by volume. Satchel waits for another one, or until you say so.</source>
        <translation>这个连接按流量计费。Satchel 会等待其他网络，或等你同意。</translation>
    </message>
    <message>
        <source>Waiting for another network</source>
        <translation>等待其他网络</translation>
    </message>
    <message>
        <source>Paid network</source>
        <translation>计费网络</translation>
    </message>
    <message>
        <source>Paid network – {changes}</source>
        <translation>计费网络 – {changes}</translation>
    </message>
    <message>
        <source>The server did not answer. Everything is saved here and goes out when it answers.</source>
        <translation>服务器没有回应。一切都保存在这里，有回应时就发出。</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Offline – {changes}</source>
        <translation>离线 – {changes}</translation>
    </message>
    <message>
        <source>Offline – {number}</source>
        <translation>离线 – {number}</translation>
    </message>
    <message>
        <source>Everything is saved here, and it is tried again by itself.</source>
        <translation>一切都保存在这里，会自动再试。</translation>
    </message>
    <message>
        <source>The server could not be used</source>
        <translation>无法使用服务器</translation>
    </message>
    <message>
        <source>Not sent</source>
        <translation>未发送</translation>
    </message>
    <message>
        <source>Not sent – {changes}</source>
        <translation>未发送 – {changes}</translation>
    </message>
    <message>
        <source>1 change waiting</source>
        <translation>1 处更改等待发送</translation>
    </message>
    <message numerus="yes">
        <source>%n changes waiting</source>
        <translation>
            <numerusform>%n 处更改等待发送</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThingRow</name>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
</context>
<context>
    <name>TokenForm</name>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Keep in the password store</source>
        <translation>保存在密码库里</translation>
    </message>
    <message>
        <source>Only until Satchel is closed</source>
        <translation>只保留到 Satchel 关闭</translation>
    </message>
    <message>
        <source>Keep in a file</source>
        <translation>保存在文件里</translation>
    </message>
    <message>
        <source>I agree to the file</source>
        <translation>我同意保存在文件里</translation>
    </message>
    <message>
        <source>Kept; type another one to replace it</source>
        <translation>已保存；输入另一个可替换</translation>
    </message>
    <message>
        <source>A token or code</source>
        <translation>令牌或代码</translation>
    </message>
    <message>
        <source>Whoever uses this laptop with this account can read the file, and could then send and read in your name.</source>
        <translation>用这个账户使用这台电脑的人都能读到这个文件，并可能以你的名义发送和阅读。</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>{name}: {text}</source>
        <translation>{name}：{text}</translation>
    </message>
    <message>
        <source>{name}, {time}: {text}</source>
        <translation>{name}，{time}：{text}</translation>
    </message>
    <message>
        <source>Saved here, not sent yet</source>
        <translation>已保存在这里，尚未发送</translation>
    </message>
    <message>
        <source>New since you last looked</source>
        <translation>你上次看过之后的新内容</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>The rest is too long to show. Copying takes all of it.</source>
        <translation>其余部分太长，无法显示。复制会包含全部内容。</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Go to this place in the course</source>
        <translation>转到课程中的这个位置</translation>
    </message>
</context>
<context>
    <name>Transfers</name>
    <message>
        <source>Adds the session with its one message.</source>
        <translation>添加这个会话和其中的 1 条消息。</translation>
    </message>
    <message numerus="yes">
        <source>Adds the session with its %n messages.</source>
        <translation>
            <numerusform>添加这个会话和其中的 %n 条消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>Adds one message after the {count} you have.</source>
        <translation>在你已有的 {count} 条之后添加 1 条消息。</translation>
    </message>
    <message numerus="yes">
        <source>Adds %n messages after the {count} you have.</source>
        <translation>
            <numerusform>在你已有的 {count} 条之后添加 %n 条消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing to do. You have its one message.</source>
        <translation>无需处理。其中的 1 条消息你已有。</translation>
    </message>
    <message numerus="yes">
        <source>Nothing to do. You have all %n messages.</source>
        <translation>
            <numerusform>无需处理。全部 %n 条消息你都有。</numerusform>
        </translation>
    </message>
    <message>
        <source>Both went on after message {number}. Yours stays; this one is added beside it.</source>
        <translation>双方在第 {number} 条消息之后各自继续。你的保留；这一份添加在旁边。</translation>
    </message>
    <message>
        <source>Was deleted here, and comes back.</source>
        <translation>曾在这里删除，现在恢复。</translation>
    </message>
    <message>
        <source>Was deleted here, and stays so.</source>
        <translation>曾在这里删除，保持删除。</translation>
    </message>
    <message>
        <source>Left out.</source>
        <translation>未导入。</translation>
    </message>
    <message>
        <source>Left out. Nothing in this file can be used.</source>
        <translation>未导入。这个文件里没有可用的内容。</translation>
    </message>
    <message>
        <source>Left out. Cannot be read: {place}.</source>
        <translation>未导入。无法读取：{place}。</translation>
    </message>
    <message>
        <source>1 session was added</source>
        <translation>已添加 1 个会话</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions were added</source>
        <translation>
            <numerusform>已添加 %n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>1 was left out</source>
        <translation>1 个未导入</translation>
    </message>
    <message numerus="yes">
        <source>%n were left out</source>
        <translation>
            <numerusform>%n 个未导入</numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing new to import</source>
        <translation>没有可导入的新内容</translation>
    </message>
    <message>
        <source>Import one session?</source>
        <translation>导入 1 个会话？</translation>
    </message>
    <message numerus="yes">
        <source>Import %n sessions?</source>
        <translation>
            <numerusform>导入 %n 个会话？</numerusform>
        </translation>
    </message>
    <message>
        <source>Import {some} of {all} sessions?</source>
        <translation>导入 {all} 个会话中的 {some} 个？</translation>
    </message>
    <message>
        <source>Import one session</source>
        <translation>导入 1 个会话</translation>
    </message>
    <message numerus="yes">
        <source>Import %n sessions</source>
        <translation>
            <numerusform>导入 %n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>Importing one session</source>
        <translation>正在导入 1 个会话</translation>
    </message>
    <message numerus="yes">
        <source>Importing %n sessions</source>
        <translation>
            <numerusform>正在导入 %n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>{done} of {total} messages</source>
        <translation>{done} / {total} 条消息</translation>
    </message>
    <message>
        <source>Export “{title}”?</source>
        <translation>导出“{title}”？</translation>
    </message>
    <message>
        <source>Export one session?</source>
        <translation>导出 1 个会话？</translation>
    </message>
    <message numerus="yes">
        <source>Export %n sessions?</source>
        <translation>
            <numerusform>导出 %n 个会话？</numerusform>
        </translation>
    </message>
    <message>
        <source>e-mail addresses</source>
        <translation>电子邮件地址</translation>
    </message>
    <message>
        <source>phone numbers</source>
        <translation>电话号码</translation>
    </message>
    <message>
        <source>names</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>passwords in links</source>
        <translation>链接中的密码</translation>
    </message>
    <message>
        <source>keys and passwords</source>
        <translation>密钥和密码</translation>
    </message>
    <message>
        <source>marks of this laptop</source>
        <translation>这台电脑的标识</translation>
    </message>
    <message>
        <source>Taken out: {kinds}.</source>
        <translation>已去掉：{kinds}。</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message numerus="yes">
        <source>From %n files, {size}.</source>
        <translation>
            <numerusform>来自 %n 个文件，{size}。</numerusform>
        </translation>
    </message>
    <message>
        <source>From {name}, {size}.</source>
        <translation>来自 {name}，{size}。</translation>
    </message>
    <message>
        <source>From {name}, {size}, written on {day}.</source>
        <translation>来自 {name}，{size}，写于 {day}。</translation>
    </message>
    <message>
        <source>Import sessions</source>
        <translation>导入会话</translation>
    </message>
    <message>
        <source>Session files</source>
        <translation>会话文件</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
</context>
<context>
    <name>UndoStrip</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“{title}” is in the trash.</source>
        <translation>“{title}”在回收站里。</translation>
    </message>
</context>
<context>
    <name>WindowCorners</name>
    <message>
        <source>Show the sessions</source>
        <translation>显示会话列表</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示的内容</translation>
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
