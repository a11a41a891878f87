import { Text } from '@mantine/core'
import type { MonthEnd } from '../../../api/api-types.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { Amount, FigureTable } from './figure-table.tsx'

type Props = {
  month: MonthEnd
  /** The same month as it stands today; undefined before the month has ended. */
  today: MonthEnd | undefined
  hasEnded: boolean
}

/** Earned amount of the month, split into invoiced and not invoiced, at the cut-off and today. */
export function RevenueTieOut({ month, today, hasEnded }: Props) {
  const then = hasEnded ? `At ${formatDay(month.cutOff)}` : 'So far'
  const head = ['', then, ...(today ? ['Today'] : [])]
  return (
    <Panel
      title="Earned in the month"
      about="Earned = invoiced + not invoiced yet. Before discounts and tax."
    >
      {month.revenue.length === 0 && <Text c="dimmed">Nothing was earned in this month.</Text>}
      {month.revenue.map((of) => {
        const later = today?.revenue.find(({ currency }) => currency === of.currency)
        const row = (label: string, part: 'revenue' | 'invoiced' | 'notInvoiced' | 'deferred') => ({
          key: part,
          cells: [
            label,
            <Amount key="then" of={of[part]} currency={of.currency} />,
            ...(today ? [<Amount key="now" of={later?.[part]} currency={of.currency} />] : []),
          ],
        })
        return (
          <FigureTable
            key={of.currency}
            name={`Earned in ${of.currency}`}
            head={[of.currency, ...head.slice(1)]}
            rows={[
              row('Invoiced', 'invoiced'),
              row('Not invoiced yet', 'notInvoiced'),
              { ...row('Earned', 'revenue'), isTotal: true },
              ...(of.deferred !== 0 ? [row('Billed in advance, not earned yet', 'deferred')] : []),
            ]}
          />
        )
      })}
    </Panel>
  )
}

const STEPS = [
  ['opening', 'Outstanding before'],
  ['invoiced', '+ Invoices issued'],
  ['voided', '− Invoices voided'],
  ['received', '− Payments received'],
  ['refunded', '+ Refunds'],
  ['other', '+ Refunds not due again, overpayments'],
  ['closing', 'Outstanding at the end'],
] as const

/** Leads from the receivables before the month to those at its end. */
export function ReceivablesTieOut({ month: { receivables, dateRange } }: { month: MonthEnd }) {
  const currencies = receivables.map(({ currency }) => currency)
  const steps = STEPS.filter(
    ([part]) => part !== 'other' || receivables.some(({ other }) => other !== 0),
  )
  return (
    <Panel
      title="Receivables"
      about={`From ${formatDay(dateRange.startDate)} to ${formatDay(dateRange.endDate)}, including tax`}
    >
      {receivables.length === 0 ? (
        <Text c="dimmed">No invoices, payments or refunds in this month.</Text>
      ) : (
        <FigureTable
          name="Receivables"
          head={['', ...currencies]}
          rows={steps.map(([part, label]) => ({
            key: part,
            isTotal: part === 'closing',
            cells: [
              label,
              ...receivables.map((of) => (
                <Amount key={of.currency} of={of[part]} currency={of.currency} />
              )),
            ],
          }))}
        />
      )}
    </Panel>
  )
}
