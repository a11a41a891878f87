import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconMinus } from '@tabler/icons-react'

const TONES = {
  good: { color: 'teal', icon: IconCheck },
  waiting: { color: 'indigo', icon: IconClock },
  bad: { color: 'red', icon: IconAlertTriangle },
  over: { color: 'gray', icon: IconMinus },
} as const

/** A state, by a word and a sign: never by colour alone. */
export function StateBadge({ tone, label }: { tone: keyof typeof TONES; label: string }) {
  const { color, icon: Icon } = TONES[tone]
  return (
    <Badge color={color} leftSection={<Icon size={12} aria-hidden />}>
      {label}
    </Badge>
  )
}
