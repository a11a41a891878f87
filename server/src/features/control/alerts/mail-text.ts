import { oneLine } from '../../../platform/mail/mail-address.ts'
import { plainLetter } from '../../organizations/plain-letter.ts'
import { availableOf } from './credit/credit-alert.ts'
import type { MailedFall } from './credit/mailed-falls.ts'
import type { MailedAlert } from './mail-queries.ts'

/** Alerts that an email lists; the page has all. */
const LISTED_MAX = 50

type Of = { organizationName: string; link: { url: string; label: string } }
type Mailed = { alerts: readonly MailedAlert[]; falls: readonly MailedFall[] }

/** Returns the email about alerts of an organization: of its budgets, and of the credit of its customers. */
export function alertMail({ alerts, falls }: Mailed, { organizationName, link }: Of) {
  const all = [
    ...alerts.map((alert) => ({ title: headline(alert), text: alertText(alert) })),
    ...falls.map((fall) => ({ title: fallHeadline(fall), text: fallText(fall) })),
  ]
  const lines = all.slice(0, LISTED_MAX).map(({ text }) => text)
  const more = all.length - lines.length
  if (more > 0) lines.push(`And ${more} more.`)
  const [first] = all
  const isOne = all.length === 1 && first !== undefined
  const what = isOne ? first.title : `${all.length} alerts about ${subjectOf({ alerts, falls })}`
  const subject = oneLine(`${organizationName}: ${what}`)
  return {
    subject,
    text: `${lines.join('\n')}\n\n${link.label}: ${link.url}\n`,
    html: plainLetter({
      subject,
      title: what,
      lead: organizationName,
      lines,
      link,
      after:
        alerts.length > 0
          ? 'Each budget sets the thresholds that it alerts at.'
          : 'The settings of your organization set below which amount credit is low, and turn these emails off.',
    }),
  }
}

function subjectOf({ alerts, falls }: Mailed): string {
  if (falls.length === 0) return 'budgets'
  return alerts.length === 0 ? 'prepaid credit' : 'budgets and prepaid credit'
}

function headline({ kind, budgetName, threshold }: MailedAlert): string {
  switch (kind) {
    case 'threshold':
      return `${budgetName} reached ${threshold.toFixed()} %`
    case 'exceeded':
      return `${budgetName} is exceeded`
    case 'blocked':
      return `${budgetName} blocked a run`
  }
}

/** Returns a line such as "Acme: 5 USD a day reached 80 %: 4.12 spent, 0.4 held, of 5 USD". */
function alertText(alert: MailedAlert): string {
  const { customerName, measure, currency, spent, held, available, limitAmount } = alert
  const of = customerName === null ? 'All customers' : customerName
  const unit = measure === 'quantity' ? 'units' : (currency ?? 'USD')
  const figures =
    available === null
      ? `${spent.toFixed()} spent, ${held.toFixed()} held, of ${limitAmount.toFixed()} ${unit}`
      : `${available.toFixed()} available, ${held.toFixed()} held, in ${unit}`
  return `${of}: ${headline(alert)}: ${figures}`
}

const fallHeadline = ({ kind, customerName }: MailedFall): string =>
  kind === 'depleted' ? `Credit of ${customerName} is used up` : `Credit of ${customerName} is low`

/** Returns a line such as "Credit of Acme is low: 8.4 USD available, less than 10 USD". */
function fallText(fall: MailedFall): string {
  const { kind, currency, threshold } = fall
  const available = `${availableOf(fall).toFixed()} ${currency} available`
  const than = kind === 'low' ? `, less than ${threshold.toFixed()} ${currency}` : ''
  return `${fallHeadline(fall)}: ${available}${than}`
}
