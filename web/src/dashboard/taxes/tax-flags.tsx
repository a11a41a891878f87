import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

// biome-ignore lint/suspicious/noExplicitAny: a form of any fields, of which these are some
type Form = UseFormReturnType<any>

const FLAGS = {
  isDefault: {
    label: 'Default',
    about: 'Taxes every customer that has no tax rates of its own.',
  },
  isActive: { label: 'Active', about: 'Without it, it is kept and taxes nothing.' },
  isInclusive: {
    label: 'Prices contain it',
    about: 'Without it, it is added to them. This cannot be changed later.',
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
