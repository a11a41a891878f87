import { hash } from 'node:crypto'
import { FONT_FACES, FONT_FAMILY } from '../../platform/http/typeface.ts'

/** Style sheet of the guides: the colours of the other pages, without images or fonts of other sites. */
export const STYLE = `
${FONT_FACES}
:root{color-scheme:light dark;--ink:#1f2128;--soft:#5a5e6a;--line:#e6e7ea;--paper:#fff;--ground:#f8f8f9;
--accent:#4453c9;--here:#eef0fd}
@media (prefers-color-scheme:dark){:root{--ink:#e4e5e9;--soft:#a9acb6;--line:#33353d;--paper:#17181c;
--ground:#1e2025;--accent:#98a3f1;--here:#262a45}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:16px}
body{margin:0;background:var(--paper);color:var(--ink);line-height:1.6;font-size:16px;
font-family:${FONT_FAMILY}}
a{color:var(--accent);text-underline-offset:2px}
a:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.whole{display:grid;grid-template-columns:260px minmax(0,1fr);max-width:1160px;margin:0 auto}
.up{display:none}
nav{grid-area:1/1;padding:24px 16px;border-right:1px solid var(--line);font-size:15px}
.menu{position:sticky;top:24px;max-height:calc(100vh - 48px);overflow-y:auto}
nav .name{font-weight:650;margin:0 0 12px 10px;display:block;color:var(--ink);text-decoration:none}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:3px 10px;line-height:1.45;border-radius:6px;text-decoration:none;color:var(--soft)}
nav li a:hover{color:var(--ink)}
nav li a[aria-current]{background:var(--here);color:var(--accent);font-weight:550}
nav .other{margin-top:12px;padding-top:12px;border-top:1px solid var(--line)}
main{grid-area:1/2;padding:32px 40px 64px;min-width:0}
h1{font-size:30px;line-height:1.2;letter-spacing:-.02em;margin:0 0 16px}
h2{font-size:21px;line-height:1.3;margin:40px 0 12px;padding-top:8px}
h3{font-size:17px;margin:28px 0 8px}
p,ul,ol{margin:0 0 14px;max-width:46em;overflow-wrap:break-word}
h1+p{font-size:18px;color:var(--soft)}
li{margin:4px 0}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.87em;
background:var(--ground);border-radius:4px;padding:1px 4px;overflow-wrap:break-word}
pre{background:var(--ground);border:1px solid var(--line);border-radius:8px;padding:14px 16px;
overflow-x:auto;margin:0 0 16px;line-height:1.5}
pre code{background:none;padding:0;font-size:13.5px}
.wide{overflow-x:auto;margin:0 0 16px}
table{border-collapse:collapse;font-size:15px;min-width:50%}
th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;font-size:14px}
th:empty{padding:0}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
.next{margin-top:48px;padding-top:16px;border-top:1px solid var(--line)}
@media (max-width:800px){.whole{display:block}.up{display:block}nav{border:0;border-top:1px solid var(--line);padding:24px 16px}
.menu{position:static;max-height:none}main{padding:24px 16px 48px}h1{font-size:26px}}
`

export const STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`
