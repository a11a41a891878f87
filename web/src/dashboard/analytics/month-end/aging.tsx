import { Text } from '@mantine/core'
import type { MonthEnd } from '../../../api/api-types.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { CustomerLink } from '../../links/customer-link.tsx'
import { InvoiceLink } from '../../links/invoice-link.tsx'
import { Amount, FigureTable } from './figure-table.tsx'

const AGES = {
  notDue: 'Not due',
  days1To30: '1–30 days',
  days31To60: '31–60 days',
  days61To90: '61–90 days',
  daysOver90: 'Over 90 days',
} as const
const OLDEST_SHOWN = 10

/** Outstanding amounts at the cut-off by days after the due date, and the oldest invoices. */
export function Aging({ month }: { month: MonthEnd }) {
  const { totals, rows } = month.outstanding
  const { receivables, cutOff } = month
  const ages = Object.entries(AGES) as [keyof typeof AGES, string][]
  const owing = receivables.filter(({ closing }) => closing !== 0)
  return (
    <Panel
      title="Aging of receivables"
      about={`Open invoices at ${formatDay(cutOff)} by days after the due date, including tax`}
    >
      {owing.length === 0 ? (
        <Text c="dimmed">No invoice was open.</Text>
      ) : (
        <>
          <FigureTable
            name="Aging"
            head={['Currency', ...ages.map(([, label]) => label), 'Total']}
            rows={owing.map(({ currency, closing }) => ({
              key: currency,
              cells: [
                currency,
                ...ages.map(([age]) => {
                  const of = totals.find((one) => one.currency === currency && one.age === age)
                  return <Amount key={age} of={of?.amount} currency={currency} />
                }),
                <b key="total">
                  <Amount of={closing} currency={currency} />
                </b>,
              ],
            }))}
          />
          <FigureTable
            name="Open invoices, the earliest due first"
            head={['Customer', 'Invoice', 'Due', 'Days overdue', 'Outstanding']}
            texts={3}
            rows={rows.slice(0, OLDEST_SHOWN).map((row) => ({
              key: row.invoiceId,
              cells: [
                <CustomerOf key="customer" customerId={row.customerId} name={row.customerName} />,
                <InvoiceLink
                  key="invoice"
                  invoice={{ id: row.invoiceId, invoiceNumber: row.invoiceNumber }}
                />,
                formatDay(row.dueDate.slice(0, 10)),
                row.daysOverdue === 0 ? '–' : formatCount(row.daysOverdue),
                <Amount key="amount" of={row.amount} currency={row.currency} />,
              ],
            }))}
          />
          {rows.length > OLDEST_SHOWN && (
            <Text size="xs" c="dimmed">
              Shows the {OLDEST_SHOWN} that were due first. The export lists each one.
            </Text>
          )}
        </>
      )}
    </Panel>
  )
}

const CustomerOf = ({ customerId, name }: { customerId: string; name: string }) => (
  <CustomerLink customerId={customerId} name={name} size="sm" display="block" truncate />
)
