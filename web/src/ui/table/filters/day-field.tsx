import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import { isDay } from '../../values/dates.ts'

type Props = {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
  w?: number | string
}

/** A calendar day, picked or typed as `2026-11-21`; time zones never shift it. */
export function DayField({ label, value, onChange, w = 150 }: Props) {
  return (
    <DateInput
      label={label}
      size="sm"
      w={w}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      placeholder="Choose a date"
      valueFormat="D MMM YYYY"
      value={value ?? null}
      dateParser={(text) => (isDay(text.trim()) ? text.trim() : null)}
      onChange={(picked) => onChange(picked ?? undefined)}
      popoverProps={{ transitionProps: { duration: 100 }, shadow: 'none' }}
    />
  )
}
