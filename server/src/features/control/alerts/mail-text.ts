import { oneLine } from '../../../platform/mail/mail-address.ts'
import { plainLetter } from '../../organizations/plain-letter.ts'
import type { MailedAlert } from './mail-queries.ts'

/** Alerts that an email lists; the page has all. */
const LISTED_MAX = 50

type Of = { organizationName: string; url: string }

/** Returns the email about alerts of an organization. */
export function alertMail(alerts: readonly MailedAlert[], { organizationName, url }: Of) {
  const lines = alerts.slice(0, LISTED_MAX).map(alertText)
  const more = alerts.length - lines.length
  if (more > 0) lines.push(`And ${more} more.`)
  const [first] = alerts
  const isOne = alerts.length === 1 && first !== undefined
  const what = isOne ? headline(first) : `${alerts.length} alerts about budgets`
  const subject = oneLine(`${organizationName}: ${what}`)
  return {
    subject,
    text: `${lines.join('\n')}\n\nOpen the budgets: ${url}\n`,
    html: plainLetter({
      subject,
      title: what,
      lead: organizationName,
      lines,
      link: { url, label: 'Open the budgets' },
      after: 'Each budget sets the thresholds that it alerts at.',
    }),
  }
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
  const { customerName, measure, currency, spent, held, limitAmount } = alert
  const of = customerName === null ? 'All customers' : customerName
  const unit = measure === 'quantity' ? 'units' : (currency ?? 'USD')
  const figures = `${spent.toFixed()} spent, ${held.toFixed()} held, of ${limitAmount.toFixed()} ${unit}`
  return `${of}: ${headline(alert)}: ${figures}`
}
