import type { FastifyReply } from 'fastify'
import { html } from '../../../platform/http/html.ts'
import type { Company } from '../company.ts'
import { companyHeading, sendPage } from '../pages/page.ts'

/** Keeps the URL of these pages from other sites: it is enough to have an email sent. */
const look = ({ accentColor }: Company) => ({ accentColor, referrerPolicy: 'no-referrer' as const })

/** Sends the page behind "View your account" in emails. Its form posts to the page's own URL. */
export function sendAccountPage(reply: FastifyReply, company: Company): FastifyReply {
  const { organizationName: name, logo } = company
  return sendPage(reply, 200, {
    ...look(company),
    title: `View your account · ${name}`,
    body: html`<div class="card narrow"><form class="form" method="post">
${companyHeading({ name, logo })}
<h1>View your account</h1>
<p>We will email you a link to your invoices, usage and details. It works once and expires in one hour.</p>
<button type="submit">Email me the link</button>
<p class="small">It is sent to the address that ${name} has on file for you.</p>
</form></div>`,
  })
}

/** Sends the same text even if no email is sent, so that it does not reveal who is a customer. */
export function sendAskedPage(reply: FastifyReply, company: Company): FastifyReply {
  const { organizationName: name, logo } = company
  return sendPage(reply, 200, {
    ...look(company),
    title: `Check your email · ${name}`,
    body: html`<div class="card narrow"><div class="form">
${companyHeading({ name, logo })}
<h1>Check your email</h1>
<p>If ${name} has your email address on file, a link to your account will arrive shortly.</p>
<p class="small">It can take a minute. If it does not arrive, check your spam folder, or contact ${name}. You can request another link after five minutes.</p>
</div></div>`,
  })
}
