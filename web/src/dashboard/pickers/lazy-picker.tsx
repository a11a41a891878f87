import { TextInput } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'

const Picker = lazy(async () => ({ default: (await import('./picker.tsx')).Picker }))

type Props = ComponentProps<typeof Picker>

/** A lazily loaded picker, for pages with much else to load. */
export function LazyPicker(props: Props) {
  const { label, description, any, w = 200 } = props
  const width = typeof w === 'number' ? { base: '100%', xs: w } : w
  return (
    <Suspense
      fallback={
        <TextInput
          label={label}
          description={description}
          // A chosen item is shown once its name is known.
          placeholder={props.value === undefined ? any : undefined}
          w={width}
          disabled
          aria-busy
        />
      }
    >
      <Picker {...props} />
    </Suspense>
  )
}
