import { Checkbox, SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { TextField } from '../../ui/forms/fields.tsx'
import { type CostRateValues, isFreePrice, type PriceKind } from './cost-rate-values.ts'

const KINDS: { value: PriceKind; label: string }[] = [
  { value: 'tokens', label: 'Token rates' },
  { value: 'percent', label: 'Percent off' },
  { value: 'unit', label: 'Unit rate' },
]

type Props = {
  form: UseFormReturnType<CostRateValues>
  values: CostRateValues
  onKind: (kind: PriceKind) => void
}

/** The price of a rate: for tokens, for a unit, or a percentage off the catalog's rates. */
export function PriceFields({ form, values, onKind }: Props) {
  const { kind } = values
  return (
    <>
      <SegmentedControl<PriceKind>
        aria-label="Kind of price"
        value={kind}
        data={KINDS}
        onChange={onKind}
      />
      {kind === 'percent' && (
        <TextField
          form={form}
          name="percentOff"
          label="Percent off"
          description="Off the catalog's rates. Enter 20 for 20%."
          inputMode="decimal"
          placeholder="20"
        />
      )}
      {kind === 'unit' && (
        <TextField
          form={form}
          name="unitCost"
          label="Rate for a unit"
          description="US dollars for one unit of quantity."
          inputMode="decimal"
          placeholder="0.01"
        />
      )}
      {kind === 'tokens' && <TokenFields form={form} />}
      {isFreePrice(values) && (
        <Checkbox
          label="This usage costs nothing"
          description="Its events get a cost of 0 and are included in margins."
          key={form.key('isFree')}
          {...form.getInputProps('isFree', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

function TokenFields({ form }: Pick<Props, 'form'>) {
  const field = (name: string, label: string, placeholder: string) => (
    <TextField
      form={form}
      name={name}
      label={label}
      inputMode="decimal"
      placeholder={placeholder}
    />
  )
  return (
    <>
      <Text size="xs" c="dimmed">
        US dollars for a million tokens. Cached tokens without a rate cost as much as input.
      </Text>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        {field('inputCost', 'Input', '3.75')}
        {field('outputCost', 'Output', '15')}
        {field('cacheReadCost', 'Cache read', 'As input')}
        {field('cacheWriteCost', 'Cache write', 'As input')}
        {field('cacheWrite1hCost', 'Cache write, 1 hour', 'As cache write')}
      </SimpleGrid>
    </>
  )
}
