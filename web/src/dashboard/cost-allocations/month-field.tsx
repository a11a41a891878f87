import type { UseFormReturnType } from '@mantine/form'
import { TextField } from '../../ui/forms/fields.tsx'

// biome-ignore lint/suspicious/noExplicitAny: accepts a form with any fields
type Props = { form: UseFormReturnType<any>; name: string; label: string; description?: string }

/** A form field for a month, typed as `2026-11`. */
export function MonthField({ form, name, label, description }: Props) {
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      description={description}
      placeholder="2026-11"
      inputMode="numeric"
      maxLength={7}
    />
  )
}
