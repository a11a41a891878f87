import { Group, Slider, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../../../ui/values/money.ts'
import { quantityOf, sliderEnd } from './quantities.ts'

type Props = { label: string; quantity: number; onChange: (quantity: number) => void }

/** Sets a quantity with a slider, or exactly by typing. */
export function QuantityField({ label, quantity, onChange }: Props) {
  const [typed, setTyped] = useState(String(quantity))
  /** Grows with a typed quantity and stays fixed while the slider moves. */
  const [end, setEnd] = useState(sliderEnd(quantity))
  const isWrong = quantityOf(typed) === undefined
  const type = (text: string) => {
    setTyped(text)
    const read = quantityOf(text)
    if (read === undefined) return
    if (read > end) setEnd(sliderEnd(read))
    onChange(read)
  }
  return (
    <Group gap="md" align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        inputMode="numeric"
        w={130}
        value={typed}
        error={isWrong && 'Enter a whole number'}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Slider
        flex={1}
        mb={10}
        size="sm"
        thumbLabel={`${label}, slider`}
        label={formatCount}
        min={0}
        max={end}
        step={Math.max(1, Math.round(end / 200))}
        value={quantity}
        onChange={(value) => {
          setTyped(String(value))
          onChange(value)
        }}
      />
    </Group>
  )
}
