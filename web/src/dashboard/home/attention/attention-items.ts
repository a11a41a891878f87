import type { Attention } from '../../../api/api.gen.ts'
import { formatAmount, formatCount } from '../../../ui/values/money.ts'

export type AttentionItem = {
  kind: 'costs' | 'overdue' | 'charges' | 'mails' | 'drafts'
  text: string
  /** Whether something is wrong, or only about to happen. */
  isBad: boolean
}

const some = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** What somebody should look at, in words; what is in order is not named. */
export function itemsOf(attention: Attention): AttentionItem[] {
  const { uncostedEvents, overdue, failedCharges, failedMails, draftsGoingOut } = attention
  const items: (AttentionItem & { count: number })[] = [
    {
      kind: 'costs',
      count: uncostedEvents,
      text: some(uncostedEvents, 'event without a cost', 'events without a cost'),
      isBad: true,
    },
    ...overdue.map(({ currency, count, amount }) => ({
      kind: 'overdue' as const,
      count,
      text: `${some(count, 'invoice', 'invoices')} overdue, ${formatAmount(amount, currency)} to be paid`,
      isBad: true,
    })),
    {
      kind: 'charges',
      count: failedCharges,
      text: `${some(failedCharges, 'invoice', 'invoices')} with a failed payment`,
      isBad: true,
    },
    {
      kind: 'mails',
      count: failedMails,
      text: `${some(failedMails, 'mail', 'mails')} could not be sent in the last 30 days`,
      isBad: true,
    },
    {
      kind: 'drafts',
      count: draftsGoingOut,
      text: `${some(draftsGoingOut, 'draft goes', 'drafts go')} out within 24 hours`,
      isBad: false,
    },
  ]
  return items.filter(({ count }) => count > 0).map(({ count: _count, ...item }) => item)
}
