import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode; action?: ReactNode }

/** Shown if there is nothing yet: describes what would be here, with the main action. */
export function Empty({ title, children, action }: Props) {
  return (
    <Stack gap={8} align="center" py={48} px="md" ta="center">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={440}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}
