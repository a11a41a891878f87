import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { InvoiceLines } from '../../../../ui/billing/invoice-lines.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { LinesSkeleton } from '../../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../../ui/states/problem.tsx'
import { formatAmount } from '../../../../ui/values/money.ts'
import { type Draft, hasQuantity, isPriceable, isRecurring, isUsage } from '../draft.ts'
import { LastMonth } from './last-month.tsx'
import { PriceCurves } from './price-curves.tsx'
import { firstQuantity } from './quantities.ts'
import { QuantityField } from './quantity-field.tsx'
import { previewed, priceable, usePricePreview } from './use-price-preview.ts'

type Props = {
  drafts: readonly Draft[]
  /** The selected price: its quantity is adjustable and its curve is shown. */
  selected: Draft | undefined
  /** The selected price as it is stored; undefined for a new one. */
  saved: Draft | undefined
  planId: string
  currency: string
}

const isInAdvance = ({ kind, billTiming }: Draft) => isRecurring(kind) && billTiming === 'advance'

/** Previews the amounts of the prices in one billing period, computed by the invoicing code. */
export default function PricePreviewPanel({ drafts, selected, saved, planId, currency }: Props) {
  const [quantities, setQuantities] = useState<ReadonlyMap<string, number>>(new Map())
  const quantityOf = (draft: Draft) => quantities.get(draft.key) ?? firstQuantity(draft)
  const shown = priceable(drafts)
  const preview = usePricePreview(
    currency,
    shown.map((draft) => previewed(draft, String(quantityOf(draft)))),
  )
  return (
    <Panel
      title="Preview"
      about="One full billing period as printed on the invoice, before discounts and tax."
    >
      {selected && hasQuantity(selected.kind) && (
        <QuantityField
          key={selected.key}
          label={selected.kind === 'seat_based' ? 'Seats' : 'Units in the period'}
          quantity={quantityOf(selected)}
          onChange={(quantity) => setQuantities(new Map([...quantities, [selected.key, quantity]]))}
        />
      )}
      {shown.length === 0 ? (
        <Text c="dimmed">Complete a price to see its invoice line.</Text>
      ) : preview.error ? (
        <Problem error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <LinesSkeleton lines={3} />
      ) : (
        <Stack gap="sm" aria-busy={preview.isPlaceholderData}>
          <InvoiceLines lines={preview.data.lines} currency={currency} startsOpen />
          <Text ta="right" fw={600}>
            Subtotal {formatAmount(preview.data.subtotal, currency)}
          </Text>
          {shown.some(isInAdvance) && (
            <Text size="sm" c="dimmed">
              Fees billed at the start of the period are on the invoice before.
            </Text>
          )}
        </Stack>
      )}
      {selected && isUsage(selected.kind) && isPriceable(selected) && (
        <>
          <PriceCurves draft={selected} quantity={quantityOf(selected)} currency={currency} />
          <LastMonth planId={planId} draft={selected} saved={saved} currency={currency} />
        </>
      )}
    </Panel>
  )
}
