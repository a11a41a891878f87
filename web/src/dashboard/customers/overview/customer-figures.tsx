import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { customerFiguresQuery } from '../../../api/customers.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { FigureGrid } from '../../../ui/layout/figure-grid.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { Amounts } from '../../../ui/values/amounts.tsx'
import { formatDays } from '../../../ui/values/dates.ts'
import { formatCount, formatPercent, formatRounded } from '../../../ui/values/money.ts'
import { CustomerProfitLink } from '../../profit/customer-profit-link.tsx'
import { Why } from '../../profit/why.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

/** Revenue, cost and amount due of the customer. */
export function CustomerFigures() {
  const { slug } = useOrganization()
  const { id } = useCustomer()
  const { data, error, refetch } = useQuery(customerFiguresQuery(slug, [id]))
  const figures = data?.results[0]
  if (error !== null && figures === undefined) {
    return <Problem error={error} onRetry={() => void refetch()} />
  }
  const about = data && `${formatDays(data.dateRange.startDate, data.dateRange.endDate)}, UTC days`
  // No row: the customer was deleted concurrently.
  const none = data && figures === undefined ? '–' : undefined
  const of = <T,>(read: (known: NonNullable<typeof figures>) => T) =>
    figures ? read(figures) : none
  const profit =
    data &&
    ((label: string) => <CustomerProfitLink customerId={id} name={label} days={data.dateRange} />)
  return (
    <Section title="Last 30 days" about={about ?? '\u00a0'}>
      <Why of={{ customerId: id }} />
      <FigureGrid
        figures={[
          {
            label: 'Earned',
            link: profit,
            value: of(({ currency, revenue, byCurrency }) => (
              <Amounts
                amounts={
                  currency === null || revenue === null
                    ? byCurrency.map((one) => ({ currency: one.currency, amount: one.revenue }))
                    : [{ currency, amount: revenue }]
                }
              />
            )),
            note: 'Agent-earned plus fees, before discounts and tax',
          },
          {
            label: 'Cost',
            link: profit,
            value: of(({ cost }) => <Amounts amounts={[{ currency: 'USD', amount: cost }]} />),
            note: of(({ uncostedEvents, unpriced }) =>
              uncostedEvents === 0
                ? unpriced.eventCount > 0
                  ? `${formatRounded(unpriced.cost, 'USD')} of it is unpriced work`
                  : undefined
                : `${formatCount(uncostedEvents)} ${uncostedEvents === 1 ? 'event' : 'events'} without a cost, not included in this figure`,
            ),
          },
          {
            label: 'Margin',
            link: profit,
            value: of(({ margin }) => (margin === null ? '–' : formatRounded(margin, 'USD'))),
            note: of(({ marginPercent, marginNote }) =>
              marginPercent === null ? (marginNote ?? undefined) : formatPercent(marginPercent),
            ),
          },
          {
            label: 'Open balance',
            link: (label) => (
              <AnchorLink
                to="/o/$slug/customers/$customerId/invoices"
                params={{ slug, customerId: id }}
                inherit
              >
                {label}
              </AnchorLink>
            ),
            value: of(({ openBalances }) =>
              openBalances.length === 0 ? '–' : <Amounts amounts={openBalances} />,
            ),
            note: of(({ openBalances }) => {
              const overdue = openBalances.filter((one) => one.overdue > 0)
              if (overdue.length === 0) return openBalances.length === 0 ? undefined : 'As of now'
              const sums = overdue.map((one) => formatRounded(one.overdue, one.currency))
              return <Text c="var(--mantine-color-error)">{sums.join(' and ')} overdue</Text>
            }),
          },
        ]}
      />
    </Section>
  )
}
