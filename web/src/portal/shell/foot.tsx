import { NativeSelect, Text, useMantineColorScheme } from '@mantine/core'
import classes from './shell.module.css'

const SCHEMES = [
  { value: 'auto', label: 'System colours' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function Foot() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <footer className={classes.foot}>
      <Text size="xs" c="dimmed">
        Powered by Piecework
      </Text>
      <NativeSelect
        aria-label="Colours"
        size="xs"
        variant="unstyled"
        value={colorScheme}
        data={[...SCHEMES]}
        onChange={({ currentTarget: { value } }) =>
          setColorScheme(SCHEMES.find((one) => one.value === value)?.value ?? 'auto')
        }
      />
    </footer>
  )
}
