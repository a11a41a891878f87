import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CustomerFigures } from '../../api/api-types.ts'
import { PendingFigure } from '../../ui/states/pending-figure.tsx'
import { Amounts } from '../../ui/values/amounts.tsx'
import { formatCount, formatPercent, formatRounded } from '../../ui/values/money.ts'

/** State of a customer's figures, which load after the rows. */
export type Figures = CustomerFigures | 'loading' | 'failed'

type Props = { figures: Figures; children: (figures: CustomerFigures) => ReactNode }

function Known({ figures, children }: Props) {
  if (figures === 'loading') return <PendingFigure />
  if (figures === 'failed') return <Text c="dimmed">Not loaded</Text>
  return children(figures)
}

export function OpenBalance({ figures }: { figures: Figures }) {
  return (
    <Known figures={figures}>
      {({ openBalances }) => {
        if (openBalances.length === 0) return <Text c="dimmed">–</Text>
        const overdue = openBalances
          .filter((one) => one.overdue > 0)
          .map((one) => formatRounded(one.overdue, one.currency))
        const isAll = openBalances.every((one) => one.overdue === one.amount)
        return (
          <>
            <Amounts amounts={openBalances} />
            {overdue.length > 0 && (
              <Text size="xs" c="var(--mantine-color-error)">
                {isAll ? 'All overdue' : `${overdue.join(' and ')} overdue`}
              </Text>
            )}
          </>
        )
      }}
    </Known>
  )
}

export function Revenue({ figures }: { figures: Figures }) {
  return (
    <Known figures={figures}>
      {({ byCurrency, currency, revenue }) => (
        <Amounts
          amounts={
            currency === null || revenue === null
              ? byCurrency.map((one) => ({ currency: one.currency, amount: one.revenue }))
              : [{ currency, amount: revenue }]
          }
        />
      )}
    </Known>
  )
}

const UNCOSTED = 'Events without a cost are not included'

export function Margin({ figures }: { figures: Figures }) {
  return (
    <Known figures={figures}>
      {({ margin, marginPercent, marginNote, uncostedEvents }) => (
        <>
          <div title={marginNote ?? undefined}>
            {margin === null ? '–' : <Amounts amounts={[{ currency: 'USD', amount: margin }]} />}
          </div>
          {marginPercent !== null && <Small>{formatPercent(marginPercent)}</Small>}
          {uncostedEvents > 0 && (
            <Small title={UNCOSTED}>{formatCount(uncostedEvents)} without a cost</Small>
          )}
        </>
      )}
    </Known>
  )
}

/** A line below a figure. */
function Small({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" title={title}>
      {children}
    </Text>
  )
}
