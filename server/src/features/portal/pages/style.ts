import { hash } from 'node:crypto'
import { FONT_FACES, FONT_FAMILY } from '../../../platform/http/typeface.ts'
import { accentOf } from '../../organizations/accent.ts'

/** Styles of the customer pages; without scripts, pictures or fonts of other sites. */
export const STYLE = `
${FONT_FACES}
:root{color-scheme:light dark;--ink:#16202e;--soft:#5a6779;--line:#dde3ea;--edge:#8b96a5;--paper:#fff;
--side:#fafbfd;--ground:#f3f5f8;--good:#12794a;--good-ground:#e2f5ea;--bad:#b3261e;--bad-ground:#fdf0ef;
--bad-line:#efc5c2;--bad-ink:#8c1d17;--icon-ground:#e8ecf2;--hint:#6a7585;
--warn-ground:#fff6df;--warn-ink:#6b4a00;--warn-line:#f0d48a;
--shade:0 1px 2px rgba(16,32,46,.04),0 8px 24px rgba(16,32,46,.06)}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf4;--soft:#a6b1c1;--line:#303b4a;--edge:#6f7c8e;
--paper:#18202a;--side:#1d2530;--ground:#10161e;--good:#6fd6a0;--good-ground:#153527;--bad:#ff9b92;
--bad-ground:#3a1c1b;--bad-line:#6e322f;--bad-ink:#ffb9b3;--icon-ground:#2a3442;--hint:#8e9aab;
--warn-ground:#3a2e0d;--warn-ink:#ffdf94;--warn-line:#6b5518;--shade:none}
.seller img{background:#fff;border-radius:8px;padding:4px}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);line-height:1.5;font-size:16px;
font-family:${FONT_FAMILY}}
.banner{background:var(--warn-ground);color:var(--warn-ink);border-bottom:1px solid var(--warn-line);
padding:10px 16px;text-align:center;font-size:14px}
main{max-width:920px;margin:0 auto;padding:24px 16px 40px}
.card{background:var(--paper);border:1px solid var(--line);border-radius:14px;overflow:hidden;
box-shadow:var(--shade)}
.narrow{max-width:480px;margin:0 auto}
.bill{padding:24px 20px;border-bottom:1px solid var(--line)}
.form{padding:24px 20px 28px}
.seller{display:flex;align-items:center;gap:12px;margin:0 0 20px;font-weight:600;min-width:0}
.seller span{overflow-wrap:anywhere}
.seller img{max-height:40px;max-width:140px;display:block}
.mark{flex:none;width:40px;height:40px;border-radius:10px;background:var(--accent);color:var(--on-accent);
display:grid;place-items:center;font-size:18px;font-weight:600}
.label{color:var(--soft);font-size:14px;margin:0}
.amount{font-size:36px;line-height:1.2;font-weight:650;letter-spacing:-.02em;margin:2px 0 4px;
font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.amount.long{font-size:26px}
.due{margin:0;color:var(--soft);font-size:14px}
dl{margin:20px 0 0;padding:16px 0 0;border-top:1px solid var(--line);display:grid;gap:10px;font-size:14px}
dl div{display:flex;justify-content:space-between;gap:16px}
dt{color:var(--soft);flex:none}
dd{margin:0;text-align:right;overflow-wrap:anywhere;min-width:0}
h1{font-size:18px;margin:0 0 16px}
.state h1{font-size:22px;margin:0 0 8px;line-height:1.3}
.state{padding:36px 24px;text-align:center}
.state p{margin:0 auto 8px;color:var(--soft);max-width:36em;overflow-wrap:anywhere}
.state dl{text-align:left}
.state p.small,.state p.links{margin-top:16px;margin-bottom:0}
.icon{width:56px;height:56px;border-radius:50%;margin:0 auto 16px;display:grid;place-items:center;
font-size:26px;line-height:1;background:var(--icon-ground);color:var(--soft)}
.icon.good{background:var(--good-ground);color:var(--good)}
label{display:block;font-size:14px;font-weight:550;margin:0 0 6px}
.field{margin:0 0 16px}
.row{display:grid;grid-template-columns:1fr 1fr;gap:12px}
input{width:100%;font:inherit;color:inherit;padding:11px 12px;border:1px solid var(--edge);
border-radius:8px;background:var(--paper);min-height:46px}
input::placeholder{color:var(--hint)}
input:focus-visible,a:focus-visible,button:focus-visible,summary:focus-visible{
outline:3px solid var(--accent-text);outline-offset:2px}
input[aria-invalid=true]{border-color:var(--bad)}
.number{font-variant-numeric:tabular-nums}
button,a.button{display:block;width:100%;font:inherit;font-weight:600;text-align:center;
text-decoration:none;color:var(--on-accent);background:var(--accent);border:0;border-radius:8px;padding:13px 16px;
min-height:48px;cursor:pointer}
button:hover,.button:hover{box-shadow:inset 0 0 0 2px var(--on-accent);text-decoration:underline}
.problem{border:1px solid var(--bad-line);background:var(--bad-ground);color:var(--bad-ink);border-radius:8px;
padding:11px 13px;margin:0 0 16px;font-size:14px}
.small{font-size:13px;color:var(--soft);margin:14px 0 0}
details{margin:18px 0 0;border:1px dashed var(--edge);border-radius:8px;padding:10px 13px;font-size:13px}
summary{cursor:pointer;color:var(--soft)}
table{width:100%;border-collapse:collapse;margin-top:8px}
td{padding:4px 0;vertical-align:top}
.lines,.sums{font-size:14px;margin-top:16px}
.lines td{padding:8px 0;border-top:1px solid var(--line)}
.sums{margin-top:0;border-top:1px solid var(--line)}
.lines td:first-child,.sums td:first-child{overflow-wrap:anywhere;padding-right:12px}
.lines td:last-child,.sums td:last-child{text-align:right;white-space:nowrap;
font-variant-numeric:tabular-nums}
.lines td[colspan]{text-align:left;white-space:normal}
small{display:block;font-size:13px;color:var(--soft)}
.strong{font-weight:600}
.links{margin:16px 0 0;font-size:14px;display:flex;flex-wrap:wrap;gap:4px 20px}
.state .links{justify-content:center}
.state .sums{text-align:left;margin-top:16px}
a{color:var(--accent-text)}a.button{color:var(--on-accent)}
.sheet{max-width:720px;margin:0 auto;padding:24px 20px 28px}
.sheet h1{font-size:22px;overflow-wrap:anywhere}
.sheet .button{margin-top:20px}
.state-label{font-size:14px;font-weight:600;color:var(--accent-text)}
.lines-kept{white-space:pre-line;overflow-wrap:anywhere}
.cards td:first-child{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
padding-right:12px}
.cards td:last-child{color:var(--soft);text-align:right}
footer{text-align:center;color:var(--soft);font-size:13px;margin:20px 0 0}
.state .button{margin:20px auto 0;max-width:280px}
@media (max-width:359px){main{padding:16px 10px 32px}.bill,.form,.state,.sheet{padding-left:14px;padding-right:14px}
.seller{font-size:15px;gap:8px}.mark{width:32px;height:32px;font-size:15px}dl div{flex-wrap:wrap;gap:0 16px}
.row{gap:10px}input{padding-left:10px;padding-right:8px}.amount{font-size:30px}.amount.long{font-size:22px}}
@media (min-width:760px){main{padding-top:48px}.sheet{padding:36px 32px}
.two{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr)}
.bill{border-bottom:0;border-right:1px solid var(--line);padding:36px 32px;background:var(--side)}
.form{padding:36px 32px}.amount{font-size:42px}.amount.long{font-size:30px}.state{padding:48px 40px}}
`

const sourceOf = (style: string) => `'sha256-${hash('sha256', style, 'base64')}'`

/** Source for the content security policy that allows only this style. */
export const STYLE_SOURCE = sourceOf(STYLE)

/** Returns the CSS variables of a company's color and colors derived from it, for `STYLE`. */
export function accentStyle(accentColor: string | null): { text: string; source: string } {
  const { color, onColor, textOnLight, textOnDark } = accentOf(accentColor)
  const text =
    `:root{--accent:${color};--on-accent:${onColor};--accent-text:${textOnLight}}` +
    `@media (prefers-color-scheme:dark){:root{--accent-text:${textOnDark}}}`
  return { text, source: sourceOf(text) }
}
