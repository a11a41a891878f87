import type { UseFormReturnType } from '@mantine/form'
import { lazy, Suspense, useState } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: accepts a form with any fields
type Form = UseFormReturnType<any>

type Props = { form: Form; name: string; label: string; description?: string; placeholder?: string }

/** Loaded lazily: the calendar is large and needed only to choose a day. */
const DayInput = lazy(() => import('./day-input.tsx'))

const HEIGHT = 81

/** A form field for a calendar day, such as `2026-11-21`. */
export function DayFormField({ form, name, ...input }: Props) {
  const [day, setDay] = useState(String(form.getValues()[name] ?? ''))
  const choose = (chosen: string) => {
    setDay(chosen)
    form.setFieldValue(name, chosen)
  }
  return (
    <Suspense fallback={<div aria-busy="true" style={{ height: HEIGHT }} />}>
      <DayInput {...input} value={day} onChange={choose} error={form.errors[name]} />
    </Suspense>
  )
}
