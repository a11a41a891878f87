import type { FastifyReply } from 'fastify'
import { html } from '../../../platform/http/html.ts'
import type { MethodSetup } from '../../payments/payment.ts'
import type { Company } from '../company.ts'
import { CHECK_MARK, companyHeading, sendPage, stateBody } from '../pages/page.ts'
import { cardForm, type Shown } from './card-fields.ts'

type About = { company: Company; action: string; backUrl: string; leadsTo: readonly string[] }

/** Sends the page on which a test card is saved; it takes no payment. */
export function sendCardForm(
  reply: FastifyReply,
  { company, action, backUrl, leadsTo }: About,
  shown: Shown,
): FastifyReply {
  const { organizationName: name, logo } = company
  const note = `${name} may charge this card for your invoices. You can remove it at any time.`
  const words = { action, submit: 'Save card', note }
  return sendPage(reply, 200, {
    title: `${shown.problem ? 'Problem: ' : ''}Save a card · ${name}`,
    accentColor: company.accentColor,
    isTest: true,
    formLeadsTo: leadsTo,
    body: html`<div class="card narrow"><section class="form" aria-labelledby="save">
${companyHeading({ name, logo })}
<h1 id="save">Save a card</h1>
${cardForm(words, shown)}
<p class="links"><a href="${backUrl}">Back without saving</a></p>
</section></div>
<footer>Payment sandbox of Piecework. Nothing is charged.</footer>`,
  })
}

type Over = { setup: MethodSetup; company: Company; backUrl: string }

/** Sends the final page: the card is saved or the page has expired. */
export function sendSetupOver(
  reply: FastifyReply,
  { setup, company, backUrl }: Over,
): FastifyReply {
  const isSaved = setup.status === 'completed'
  const title = isSaved ? 'Your card is saved' : 'This page has expired'
  const text = isSaved
    ? `${company.organizationName} may charge it for your invoices.`
    : 'No card was saved. Open the page again from your account.'
  const icon = isSaved ? { sign: CHECK_MARK, isGood: true } : { sign: '–' }
  const details = html`<a class="button" href="${backUrl}">Back to your account</a>`
  const body = stateBody({ title, text, icon, details })
  return sendPage(reply, 200, { title, body, accentColor: company.accentColor, isTest: true })
}
