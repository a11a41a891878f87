import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { Draft } from './draft.ts'
import { withRow } from './tiers.ts'

type Props = {
  draft: Draft
  problems: Readonly<Record<string, string>>
  currency: string
  onChange: (draft: Draft) => void
}

const LABELS = {
  flat: 'per unit',
  recurring: 'per billing period',
  seat_based: 'per seat',
  onetime: 'once',
} as const

/** The rate of a price without tiers. */
export function RateField({ draft, problems, currency, onChange }: Props) {
  const what = draft.kind in LABELS ? LABELS[draft.kind as keyof typeof LABELS] : ''
  return (
    <TextInput
      label={`${currency} ${what}`}
      inputMode="decimal"
      value={draft.rate}
      error={problems.rate}
      onChange={(event) => onChange({ ...draft, rate: event.currentTarget.value })}
    />
  )
}

const TIMINGS = [
  { value: 'arrears', label: 'At the end of the period' },
  { value: 'advance', label: 'At the start of the period' },
]

const ABOUT_TIMING = {
  arrears: 'On the invoice of the period.',
  advance: 'On the invoice of the period before; for the first period, on the first day.',
} as const

/** When the fee of a billing period is billed. */
export function TimingField({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  return (
    <NativeSelect
      label="Billed"
      description={ABOUT_TIMING[draft.billTiming]}
      value={draft.billTiming}
      data={TIMINGS}
      onChange={(event) => {
        const billTiming = event.currentTarget.value === 'advance' ? 'advance' : 'arrears'
        onChange({ ...draft, billTiming })
      }}
    />
  )
}

/** Fields of a package: its price and its size. */
export function PackageFields({ draft, problems, currency, onChange }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <TextInput
        label={`${currency} per package`}
        inputMode="decimal"
        value={draft.rate}
        error={problems.rate}
        onChange={(event) => onChange({ ...draft, rate: event.currentTarget.value })}
      />
      <TextInput
        label="Units in a package"
        inputMode="numeric"
        value={draft.packageSize}
        error={problems.packageSize}
        onChange={(event) => onChange({ ...draft, packageSize: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}

/** Fields of a pool, stored as two tiers: its size and price, and the unit price beyond it. */
export function PoolFields({ draft, problems, currency, onChange }: Props) {
  const [pool, beyond] = draft.tiers
  const change = (index: number, typed: { upTo?: string; rate?: string }) =>
    onChange({ ...draft, tiers: withRow(draft.tiers, index, typed) })
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <TextInput
        label={`${currency} for the pool`}
        inputMode="decimal"
        value={pool?.rate ?? ''}
        error={problems['tiers[0].rate']}
        onChange={(event) => change(0, { rate: event.currentTarget.value })}
      />
      <TextInput
        label="Units in the pool"
        inputMode="decimal"
        value={pool?.upTo ?? ''}
        error={problems['tiers[0].upper']}
        onChange={(event) => change(0, { upTo: event.currentTarget.value })}
      />
      <TextInput
        label={`${currency} per additional unit`}
        inputMode="decimal"
        value={beyond?.rate ?? ''}
        error={problems['tiers[1].rate']}
        onChange={(event) => change(1, { rate: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}
