import { Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useIsPhone } from '../../theme/use-is-phone.ts'

const PAUSE_MS = 250

type Props = { label: string; value: string | undefined; onChange: (text: string) => void }

/**
 * Searches while the user types, after a pause. `/` focuses the field from anywhere on the page.
 */
export function SearchField({ label, value = '', onChange }: Props) {
  const isPhone = useIsPhone()
  const input = useRef<HTMLInputElement>(null)
  const change = useDebouncedCallback(onChange, PAUSE_MS)
  // The URL may also change through a chip or the Back button.
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
      rightSection={!isPhone && <Kbd size="xs">/</Kbd>}
      w={{ base: '100%', xs: 260 }}
    />
  )
}
