import type { MonthEnd } from '../../../api/api-types.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Amount, FigureTable } from './figure-table.tsx'

/** Prepaid credit that expired unused in the month; nothing in a month without any. */
export function Breakage({ breakage }: Pick<MonthEnd, 'breakage'>) {
  if (breakage.length === 0) return null
  return (
    <Panel
      title="Expired credit"
      about="Breakage: income that is not part of Earned. Promotional credit is no income."
    >
      <FigureTable
        name="Expired credit"
        head={['Currency', 'Breakage', 'Promotional']}
        rows={breakage.map(({ currency, amount, promotional }) => ({
          key: currency,
          cells: [
            currency,
            <Amount key="amount" of={amount} currency={currency} />,
            <Amount key="promotional" of={promotional} currency={currency} />,
          ],
        }))}
      />
    </Panel>
  )
}
