import type { FastifyReply } from 'fastify'
import { html } from '../../../platform/http/html.ts'
import type { Company } from '../company.ts'
import { companyHeading, sendPage } from '../pages/page.ts'

/** No site is told the address of these pages: it is all that it takes to have a mail sent. */
const look = ({ accentColor }: Company) => ({ accentColor, referrerPolicy: 'no-referrer' as const })

/** What "View your account" in a mail opens. Its form goes to the page's own address. */
export function sendAccountPage(reply: FastifyReply, company: Company): FastifyReply {
  const { organizationName: name, logo } = company
  return sendPage(reply, 200, {
    ...look(company),
    title: `View your account · ${name}`,
    body: html`<div class="card narrow"><form class="form" method="post">
${companyHeading({ name, logo })}
<h1>View your account</h1>
<p>We will e-mail you a link to your invoices, usage and details. It works once and expires in one hour.</p>
<button type="submit">E-mail me the link</button>
<p class="small">It is sent to the address that ${name} has on file for you.</p>
</form></div>`,
  })
}

/** The same words whether a mail is sent or not: they tell nobody who is a customer. */
export function sendAskedPage(reply: FastifyReply, company: Company): FastifyReply {
  const { organizationName: name, logo } = company
  return sendPage(reply, 200, {
    ...look(company),
    title: `Check your e-mail · ${name}`,
    body: html`<div class="card narrow"><div class="form">
${companyHeading({ name, logo })}
<h1>Check your e-mail</h1>
<p>If ${name} has your e-mail address on file, a link to your account will arrive shortly.</p>
<p class="small">It can take a minute. If it does not arrive, check your spam folder, or contact ${name}. You can request another link after five minutes.</p>
</div></div>`,
  })
}
