import { NativeSelect } from '@mantine/core'

type Props<Value extends string> = {
  label: string
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean
  /** Label of the empty choice, such as "Any status". Without it, a value is always chosen. */
  any?: string | undefined
  value: string | undefined
  options: Readonly<Record<Value, string>>
  onChange: (value: Value | undefined) => void
}

/** A filter with few choices. */
export function ChoiceSelect<Value extends string>({
  label,
  isLabelHidden = false,
  any,
  value = '',
  options,
  onChange,
}: Props<Value>) {
  const names = Object.keys(options) as Value[]
  const shown = names.map((name) => ({ value: name, label: options[name] }))
  const none = any === undefined ? [] : [{ value: '', label: any }]
  const isListed = value === '' || names.some((name) => name === value)
  return (
    <NativeSelect
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      value={value}
      data={[...none, ...shown, ...(isListed ? [] : [{ value, label: value }])]}
      onChange={(event) => onChange(names.find((name) => name === event.currentTarget.value))}
    />
  )
}
