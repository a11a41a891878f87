import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html } from '../../../platform/http/html.ts'
import { sendPage } from '../pages/page.ts'

/**
 * Posts the token from the URL fragment, which only the browser knows, and removes it from the
 * address. Without a token it leads to the portal.
 */
const SCRIPT = `const token = location.hash.slice(1)
if (token === '') location.replace('/portal')
else {
  const form = document.querySelector('form')
  form.elements.token.value = token
  form.hidden = false
  document.querySelector('.without-script').hidden = true
  history.replaceState(null, '', location.pathname)
  form.submit()
}`
const SOURCE = `'sha256-${hash('sha256', SCRIPT, 'base64')}'`

/** Sends the page behind an emailed link. A GET does not open the link; the form's POST does. */
export function sendMailedLinkPage(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 200, {
    title: 'Open your account',
    script: { text: SCRIPT, source: SOURCE },
    body: html`<div class="card narrow"><div class="form">
<h1>Open your account</h1>
<form method="post" action="/r/" hidden>
<input type="hidden" name="token">
<p>Your account opens in a moment.</p>
<button type="submit">Open your account</button>
</form>
<p class="without-script">Turn on JavaScript in your browser and reload this page. The link cannot be opened without it.</p>
</div></div>`,
  })
}
