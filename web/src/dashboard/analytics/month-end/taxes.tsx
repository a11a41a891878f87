import { Text } from '@mantine/core'
import type { MonthEnd } from '../../../api/api-types.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatShare } from '../../../ui/values/money.ts'
import { Amount, FigureTable } from './figure-table.tsx'

/** Tax of the invoices issued and voided in the month, by rate. */
export function Taxes({ taxes }: Pick<MonthEnd, 'taxes'>) {
  return (
    <Panel
      title="Tax by rate"
      about="Invoices issued in the month; voided ones on the day they were voided"
    >
      {taxes.length === 0 ? (
        <Text c="dimmed">No invoice of this month has tax.</Text>
      ) : (
        <FigureTable
          name="Tax by rate"
          head={['Rate', 'Currency', 'Taxable', 'Tax', 'Tax voided']}
          texts={2}
          rows={taxes.map(({ name, percentage, currency, ...tax }) => ({
            key: `${currency} ${name} ${percentage}`,
            cells: [
              `${name} ${formatShare(percentage)}`,
              currency,
              <Amount key="taxable" of={tax.taxableAmount} currency={currency} />,
              <Amount key="tax" of={tax.amount} currency={currency} />,
              <Amount key="voided" of={tax.voidedAmount} currency={currency} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}
