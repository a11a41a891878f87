import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import { isDay } from '../values/dates.ts'

type Props = {
  label: string
  description?: string
  placeholder?: string
  value: string
  onChange: (day: string) => void
  error?: ReactNode
}

/** A day that is picked, or typed as `2026-11-21`; empty means none. */
export default function DayInput({ value, onChange, placeholder = 'No day', ...input }: Props) {
  return (
    <DateInput
      {...input}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${input.label}` }}
      placeholder={placeholder}
      valueFormat="D MMM YYYY"
      value={value === '' ? null : value}
      dateParser={(text) => (isDay(text.trim()) ? text.trim() : null)}
      onChange={(picked) => onChange(picked ?? '')}
      popoverProps={{ transitionProps: { duration: 100 }, shadow: 'none' }}
    />
  )
}
