import { NativeSelect } from '@mantine/core'

type Props<Value extends string> = {
  label: string
  /** What no choice means: "Any status". */
  any: string
  value: string | undefined
  options: Readonly<Record<Value, string>>
  onChange: (value: Value | undefined) => void
}

/** A filter with few choices. */
export function ChoiceSelect<Value extends string>({
  label,
  any,
  value = '',
  options,
  onChange,
}: Props<Value>) {
  const names = Object.keys(options) as Value[]
  const shown = names.map((name) => ({ value: name, label: options[name] }))
  const isListed = value === '' || names.some((name) => name === value)
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[{ value: '', label: any }, ...shown, ...(isListed ? [] : [{ value, label: value }])]}
      onChange={(event) => onChange(names.find((name) => name === event.currentTarget.value))}
    />
  )
}
