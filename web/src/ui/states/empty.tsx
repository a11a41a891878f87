import { Box, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode; action?: ReactNode }

/** Says in one line that a part of a page has no rows. */
export function NoRows({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}

/** Shown if there is nothing yet: describes what would be here, with the main action. */
export function Empty({ title, children, action }: Props) {
  return (
    <Stack gap={8} align="center" py={48} px="md" ta="center">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={440}>
        {children}
      </Text>
      {action && <Box mt="xs">{action}</Box>}
    </Stack>
  )
}
