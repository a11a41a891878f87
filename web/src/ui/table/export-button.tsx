import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { toast } from '../dialogs/toasts.ts'

/** Saves the rows that a list is filtered to, all of them, as a file. */
export function ExportButton({ load }: { load: () => Promise<File> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: load,
    onSuccess: save,
    onError: (error) => toast(`The file could not be made. ${error.message}`),
  })
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => mutate()}
    >
      Export
    </Button>
  )
}

function save(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
