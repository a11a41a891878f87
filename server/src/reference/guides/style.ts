import { hash } from 'node:crypto'
import { FONT_FACES, FONT_FAMILY } from '../../platform/http/typeface.ts'
import { LANGUAGES } from './languages.ts'

/** Selects the code blocks in other languages than the chosen one. */
const OTHER_LANGUAGES = LANGUAGES.map(
  ([language]) => `[data-language=${language}] .example .code:not([data-language=${language}])`,
).join(',')

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
a:focus-visible,button:focus-visible,input:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.whole{display:grid;grid-template-columns:260px minmax(0,1fr);max-width:1160px;margin:0 auto}
.up{display:none;justify-content:space-between;align-items:center;gap:16px}
.up .find{width:auto;margin:0}
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
overflow-x:auto;margin:0;line-height:1.5}
.code{position:relative;margin:0 0 16px}
.copy{position:absolute;top:7px;right:7px;opacity:0}
.code:hover .copy,.copy:focus-visible,.copy[data-done]{opacity:1}
@media (hover:none){.copy{opacity:1}pre{padding-right:64px}}
.language{margin:0 0 4px;font-size:14px;font-weight:600;color:var(--soft)}
[data-language] .example .language{display:none}
${OTHER_LANGUAGES}{display:none}
.tabs{display:flex;gap:2px;margin:0 0 6px}
.tabs button{font:inherit;font-size:14px;color:var(--soft);background:none;border:0;border-radius:6px;padding:3px 10px;cursor:pointer}
.tabs button:hover{color:var(--ink)}
.tabs button[aria-selected=true]{background:var(--here);color:var(--accent);font-weight:550}
.copy,.find{font:inherit;font-size:13px;color:var(--soft);background:var(--paper);border:1px solid var(--line);
border-radius:6px;padding:2px 8px;cursor:pointer}
.copy:hover,.find:hover{color:var(--ink)}
.find{display:flex;justify-content:space-between;gap:12px;width:100%;padding:5px 10px;font-size:15px;margin:0 0 12px}
html:not([data-language]) .find{display:none}
kbd{font:inherit;font-size:13px;border:1px solid var(--line);border-radius:4px;padding:0 6px}
.search{width:min(640px,calc(100vw - 32px));max-height:min(560px,calc(100vh - 64px));margin:32px auto auto;padding:0;
border:1px solid var(--line);border-radius:10px;background:var(--paper);color:var(--ink);overflow:hidden}
.search[open]{display:flex;flex-direction:column}
.search::backdrop{background:rgb(0 0 0/.4)}
.search input{font:inherit;font-size:17px;color:inherit;background:none;border:0;border-bottom:1px solid var(--line);
padding:14px 16px;outline-offset:-3px;flex:none}
.search input::placeholder{color:var(--soft);opacity:1}
.search p{margin:0;padding:10px 16px;font-size:14px;color:var(--soft);max-width:none}
.search ul{list-style:none;margin:0;padding:0 8px 8px;overflow-y:auto;max-width:none}
.search li{margin:0}
.search li a{display:block;padding:8px;border-radius:6px;text-decoration:none;color:inherit;line-height:1.4}
.search li a:hover,.search li a:focus-visible{background:var(--here)}
.search li b{font-weight:550}
.search li span{display:block;font-size:14px;color:var(--soft);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
pre code{background:none;padding:0;font-size:13.5px}
.wide{overflow-x:auto;margin:0 0 16px}
table{border-collapse:collapse;font-size:15px;min-width:50%}
th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;font-size:14px}
thead td:empty{padding:0}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
.next{margin-top:48px;padding-top:16px;border-top:1px solid var(--line)}
@media (max-width:800px){.whole{display:block}.up{display:flex}.menu .find{display:none}nav{border:0;border-top:1px solid var(--line);padding:24px 16px}
.menu{position:static;max-height:none}main{padding:24px 16px 48px}h1{font-size:26px}}
`

export const STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`
