import { type ProfitabilityQuestion, profitabilityOf } from '../../../api/analytics.ts'
import type { Profitability } from '../../../api/api-types.ts'
import { FigureGrid } from '../../../ui/layout/figure-grid.tsx'
import { Amounts } from '../../../ui/values/amounts.tsx'
import { formatPercent, formatRounded } from '../../../ui/values/money.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useBefore } from '../frame/compared.tsx'
import type { Days, Window } from '../frame/use-window.ts'
import { NO_PROFIT } from './profit-texts.ts'

type Props = {
  profit: Profitability | undefined
  before: Window['before']
  asked: (days: Days) => ProfitabilityQuestion
}

/** Totals of the date range, by currency. */
export function ProfitFigures({ profit, before, asked }: Props) {
  const { slug } = useOrganization()
  const was = useBefore(before, (days) => profitabilityOf(slug, { ...asked(days), top: 1 }))
  return (
    <FigureGrid
      figures={[
        {
          label: 'Realised',
          value: profit && <Amounts amounts={revenuesOf(profit)} />,
          note: was(revenueInWords) ?? NO_PROFIT,
        },
        {
          label: 'Cost',
          value: profit && <Rounded amount={profit.totalCost} />,
          note:
            was(({ totalCost }) => formatRounded(totalCost, 'USD')) ?? 'Cost of all work, in USD',
        },
        {
          label: 'Realised margin',
          value: profit && marginOf(profit),
          note: profit && noteOf(profit),
        },
      ]}
    />
  )
}

function revenuesOf({ totals }: Profitability) {
  if (totals.length === 0) return [{ currency: 'USD', amount: 0 }]
  return totals.map(({ currency, revenue }) => ({ currency, amount: revenue }))
}

const revenueInWords = (profit: Profitability) =>
  revenuesOf(profit)
    .map(({ currency, amount }) => formatRounded(amount, currency))
    .join(' and ')

function marginOf({ totals }: Profitability) {
  const [only, ...more] = totals
  if (only === undefined || more.length > 0 || only.margin === null) return '–'
  return formatRounded(only.margin, only.currency)
}

function noteOf({ totals }: Profitability): string | undefined {
  const [only, ...more] = totals
  if (only === undefined) return undefined
  if (more.length > 0) return 'Amounts in different currencies are never added.'
  if (only.marginNote !== null) return only.marginNote
  return only.marginPercent === null
    ? undefined
    : `${formatPercent(only.marginPercent)} of the realised amount`
}
