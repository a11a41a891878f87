import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

const PAUSE_MS = 250

type Props = { label: string; value: string | undefined; onChange: (text: string) => void }

/** Filters while the user types, after a pause. */
export function TextFilter({ label, value = '', onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const change = useDebouncedCallback(onChange, PAUSE_MS)
  // The URL may also change through a chip or the Back button.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value
  }, [value])
  return (
    <TextInput
      ref={input}
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      onChange={(event) => change(event.currentTarget.value)}
      w={140}
    />
  )
}
