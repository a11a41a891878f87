import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; about?: ReactNode; action?: ReactNode; children: ReactNode }

/** A framed section that answers one of several questions on a page. */
export function Panel({ title, about, action, children }: Props) {
  return (
    <Paper withBorder p="md" component="section" miw={0}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={0}>
            <Title order={2} fz={14}>
              {title}
            </Title>
            {about && (
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            )}
          </Stack>
          {action}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
