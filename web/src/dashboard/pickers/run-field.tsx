import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

const PAUSE_MS = 300

type Props = { value: string | undefined; onChange: (runId: string | undefined) => void }

/** Filters by the exact id of a run. */
export function RunField({ value = '', onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const change = useDebouncedCallback(onChange, PAUSE_MS)
  // The URL may also change through a chip or the Back button.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value
  }, [value])
  return (
    <TextInput
      ref={input}
      label="Run"
      placeholder="Any run"
      defaultValue={value}
      onChange={(event) => change(event.currentTarget.value.trim() || undefined)}
      w={{ base: '100%', xs: 110 }}
    />
  )
}
