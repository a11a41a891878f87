import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

// biome-ignore lint/suspicious/noExplicitAny: accepts a form with any fields
type Form = UseFormReturnType<any>

const FLAGS = {
  isDefault: {
    label: 'Default',
    about: 'Applies to every customer without its own tax rates.',
  },
  isActive: { label: 'Active', about: 'An inactive rate is kept but not applied.' },
  isInclusive: {
    label: 'Included in prices',
    about: 'If off, the tax is added to prices. This cannot be changed later.',
  },
} as const

export function TaxFlag({ form, name }: { form: Form; name: keyof typeof FLAGS }) {
  const { label, about } = FLAGS[name]
  return (
    <Checkbox
      label={label}
      description={about}
      key={form.key(name)}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  )
}
