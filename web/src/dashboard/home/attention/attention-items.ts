import type { Attention } from '../../../api/api-types.ts'
import { formatAmount, formatCount } from '../../../ui/values/money.ts'

export type AttentionItem = {
  kind: 'costs' | 'tokens' | 'overdue' | 'charges' | 'mails' | 'drafts' | 'unbilled'
  text: string
  /** The one that it is about, where there is only one. */
  subscriptionId?: string
  /** Whether something is wrong, or only about to happen. */
  isBad: boolean
}

const some = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Each subscription by its name, and how many more there are than the service names. */
function unbilledItems(
  total: number,
  times: Attention['unbilledTime'],
): (AttentionItem & { count: number })[] {
  const named = [...Map.groupBy(times, ({ subscriptionId }) => subscriptionId)]
  const unbilled = { kind: 'unbilled' as const, isBad: true }
  const items = named.map(([subscriptionId, [time]]) => ({
    ...unbilled,
    count: 1,
    subscriptionId,
    text: `Unbilled time on ${time?.subscriptionName}: ${time?.invoiceNumber} ${
      time?.reason === 'draft' ? 'is a draft that won’t be finalized automatically' : 'was voided'
    }`,
  }))
  const more = total - named.length
  const text = some(more, 'more subscription', 'more subscriptions')
  return [...items, { ...unbilled, count: more, text: `Unbilled time on ${text}` }]
}

/** What somebody should look at, in words; what is in order is not named. */
export function itemsOf(attention: Attention): AttentionItem[] {
  const { uncostedEvents, eventsWithoutTokens, overdue, ...others } = attention
  const { failedCharges, failedMails, draftsGoingOut } = others
  const { unbilledSubscriptions, unbilledTime } = attention
  const items: (AttentionItem & { count: number })[] = [
    {
      kind: 'costs',
      count: uncostedEvents,
      text: some(uncostedEvents, 'event without a cost', 'events without a cost'),
      isBad: true,
    },
    {
      kind: 'tokens',
      count: eventsWithoutTokens,
      text: `${some(eventsWithoutTokens, 'event', 'events')} without tokens in the last 30 days`,
      isBad: true,
    },
    ...overdue.map(({ currency, count, amount }) => ({
      kind: 'overdue' as const,
      count,
      text: `${some(count, 'invoice', 'invoices')} overdue, ${formatAmount(amount, currency)} due`,
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
      text: `${some(failedMails, 'e-mail', 'e-mails')} could not be sent in the last 30 days`,
      isBad: true,
    },
    ...unbilledItems(unbilledSubscriptions, unbilledTime),
    {
      kind: 'drafts',
      count: draftsGoingOut,
      text: `${some(draftsGoingOut, 'draft', 'drafts')} to be sent within 24 hours`,
      isBad: false,
    },
  ]
  return items.filter(({ count }) => count > 0).map(({ count: _count, ...item }) => item)
}
