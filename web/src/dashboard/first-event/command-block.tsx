import { Button, Code, Group, Tabs } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { commandOf, LANGUAGES, type Language } from './commands.ts'

/** The command in each language, with a button that copies the visible one. */
export function CommandBlock({ apiKey, isReady }: { apiKey: string; isReady: boolean }) {
  const [language, setLanguage] = useState<Language>('curl')
  const { copied, copy } = useClipboard()
  const textOf = (one: Language) => commandOf(one, { origin: location.origin, key: apiKey })
  const choose = (name: string | null) =>
    setLanguage(LANGUAGES.find((one) => one === name) ?? language)
  return (
    <Tabs value={language} onChange={choose} keepMounted={false}>
      <Group justify="space-between" align="flex-end" gap="sm" wrap="nowrap">
        <Tabs.List aria-label="Language of the command">
          {LANGUAGES.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {one}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Button
          size="compact-sm"
          variant={isReady ? 'filled' : 'default'}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => copy(textOf(language))}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      {LANGUAGES.map((one) => (
        <Tabs.Panel key={one} value={one} pt="xs">
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {textOf(one)}
          </Code>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
