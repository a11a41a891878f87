import { Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

const PAUSE_MS = 250

type Props = { label: string; value: string | undefined; onChange: (text: string) => void }

/** Searches as one types, after a pause. `/` leads here from anywhere on the page. */
export function SearchField({ label, value = '', onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const change = useDebouncedCallback(onChange, PAUSE_MS)
  // The address may change otherwise: by a chip, or by going back.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value
  }, [value])
  return (
    <TextInput
      ref={input}
      data-search
      type="search"
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={<Kbd size="xs">/</Kbd>}
      w={{ base: '100%', xs: 260 }}
    />
  )
}
