import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { SeriesChart } from '../../../../ui/charts/series-chart.tsx'
import { COLOR_OF } from '../../../../ui/charts/series-colors.ts'
import {
  formatAmount,
  formatCount,
  formatCountShort,
  formatRounded,
} from '../../../../ui/values/money.ts'
import type { Draft } from '../draft.ts'
import { previewed, usePricePreview } from './use-price-preview.ts'

type Props = { draft: Draft; quantity: number; currency: string }

/** Curves of the total and the unit price by quantity. */
export function PriceCurves({ draft, quantity, currency }: Props) {
  // The axis stays fixed while the slider moves, and grows with a typed quantity.
  const [seen, setSeen] = useState({ key: draft.key, quantity })
  if (seen.key !== draft.key || quantity > seen.quantity * 2) setSeen({ key: draft.key, quantity })
  const { data } = usePricePreview(currency, [{ ...previewed(draft, String(seen.quantity)) }])
  const points = data?.curves[0]?.points
  if (points === undefined) return null
  const common = {
    isLinear: true,
    formatAt: (at: string) => `${formatCount(at)} units`,
    formatTick: formatCountShort,
    atLabel: 'Units',
  }
  return (
    <Stack gap="md">
      <Curve title="Total by quantity">
        <SeriesChart
          name="Total by quantity"
          unit={currency}
          {...common}
          series={[
            {
              key: 'amount',
              label: 'Total',
              color: COLOR_OF.revenue,
              format: (value) => formatAmount(value, currency),
            },
          ]}
          points={points.map((point) => ({
            at: String(point.quantity),
            values: { amount: point.amount },
          }))}
        />
      </Curve>
      <Curve title="Price per unit by quantity">
        <SeriesChart
          name="Price per unit by quantity"
          unit={currency}
          {...common}
          series={[
            {
              key: 'unitPrice',
              label: 'Price per unit',
              color: COLOR_OF.cost,
              format: (value) => formatRounded(value, currency),
            },
          ]}
          points={points
            .filter(({ unitPrice }) => unitPrice !== null)
            .map((point) => ({
              at: String(point.quantity),
              values: { unitPrice: point.unitPrice },
            }))}
        />
      </Curve>
    </Stack>
  )
}

function Curve({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {children}
    </div>
  )
}
