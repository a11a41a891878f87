import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { invoiceTotalsOf, type RevenueQuestion, revenueOf } from '../../../api/analytics.ts'
import type { InvoiceTotals, RevenueAnalytics } from '../../../api/api-types.ts'
import { FigureGrid } from '../../../ui/layout/figure-grid.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { Amounts } from '../../../ui/values/amounts.tsx'
import { formatRounded } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { SharedSearch } from '../analytics-search.ts'
import { MONEY } from '../analytics-texts.ts'
import { useBefore } from '../frame/compared.tsx'
import { given } from '../frame/given.ts'
import type { Days, Window } from '../frame/use-window.ts'

type Props = {
  revenue: RevenueAnalytics | undefined
  search: SharedSearch
  days: Days
  before: Window['before']
  asked: (days: Days) => RevenueQuestion
}

/** Earned, agent-earned, billed and collected: four figures with their names and definitions. */
export function FourFigures({ revenue, search, days, before, asked }: Props) {
  const { slug } = useOrganization()
  // Invoices belong to customers, so there are none for a single agent.
  const isOfAgent = search.agentId !== undefined
  const invoiced = useQuery({
    ...invoiceTotalsOf(slug, { ...days, ...given({ customerId: search.customerId }) }),
    placeholderData: keepPreviousData,
    enabled: !isOfAgent,
  })
  const was = useBefore(before, (earlier) => revenueOf(slug, asked(earlier)))
  const billed = (read: (of: CurrencyTotals) => number) =>
    isOfAgent ? '–' : invoiced.data && <Amounts amounts={totalsOf(invoiced.data, read)} />
  const why = isOfAgent
    ? 'Not available for a single agent: invoices are not split by agent.'
    : undefined
  return (
    <>
      <FigureGrid
        figures={[
          {
            label: 'Earned',
            value: revenue && <Amounts amounts={earnedOf(revenue, (one) => one.revenue)} />,
            note: was(inWords) ?? MONEY.earned,
          },
          {
            label: 'Agent-earned',
            value: revenue && <Amounts amounts={earnedOf(revenue, (one) => one.agentEarned)} />,
            note: MONEY.agentEarned,
          },
          { label: 'Billed', value: billed((one) => one.billed), note: why ?? MONEY.billed },
          {
            label: 'Collected',
            value: billed((one) => one.collected),
            note: why ?? MONEY.collected,
          },
        ]}
      />
      {invoiced.error !== null && !isOfAgent && (
        <Problem error={invoiced.error} onRetry={() => void invoiced.refetch()} />
      )}
    </>
  )
}

type CurrencyRevenue = RevenueAnalytics['byCurrency'][number]
type CurrencyTotals = InvoiceTotals['byCurrency'][number]

/** Returns earnings by currency; if there are none, zero in the organization's currency. */
function earnedOf(
  { byCurrency, currency }: RevenueAnalytics,
  read: (of: CurrencyRevenue) => number,
) {
  if (byCurrency.length === 0) return [{ currency: currency ?? 'USD', amount: 0 }]
  return byCurrency.map((one) => ({ currency: one.currency, amount: read(one) }))
}

function totalsOf({ byCurrency, currency }: InvoiceTotals, read: (of: CurrencyTotals) => number) {
  if (byCurrency.length === 0) return [{ currency: currency ?? 'USD', amount: 0 }]
  return byCurrency.map((one) => ({ currency: one.currency, amount: read(one) }))
}

const inWords = (revenue: RevenueAnalytics) =>
  earnedOf(revenue, (one) => one.revenue)
    .map(({ currency, amount }) => formatRounded(amount, currency))
    .join(' and ')
