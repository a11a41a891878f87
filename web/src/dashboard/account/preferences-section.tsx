import { SegmentedControl, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../../ui/layout/section.tsx'
import { setPreference, usePreference } from '../../ui/preferences/preferences.ts'
import { zoneName } from '../../ui/values/dates.ts'

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Preferences stored only in this browser. */
export function PreferencesSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const zone = usePreference('zone')
  const singleKeys = usePreference('singleKeys')
  return (
    <Section title="Preferences" about="Saved in this browser, not in your account.">
      <Stack gap="md" align="flex-start">
        <Choice label="Theme">
          <SegmentedControl
            aria-label="Theme"
            data={[...SCHEMES]}
            value={colorScheme}
            onChange={setColorScheme}
          />
        </Choice>
        <Choice label="Time zone">
          <SegmentedControl
            aria-label="Time zone"
            data={[
              { value: 'local', label: `Local (${zoneName('local')})` },
              { value: 'utc', label: 'UTC' },
            ]}
            value={zone}
            onChange={(chosen) => setPreference('zone', chosen)}
          />
        </Choice>
        <Switch
          label="Single-key shortcuts"
          description="/ to search, j and k to move between rows, ? to list all shortcuts."
          checked={singleKeys === 'on'}
          onChange={(event) =>
            setPreference('singleKeys', event.currentTarget.checked ? 'on' : 'off')
          }
        />
      </Stack>
    </Section>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={4} align="flex-start">
      <Text fw={500} size="sm">
        {label}
      </Text>
      {children}
    </Stack>
  )
}
