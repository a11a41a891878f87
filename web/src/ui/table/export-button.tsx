import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { toast } from '../dialogs/toasts.ts'
import { saveFile } from '../files/save-file.ts'

/** Saves all rows that match the filters as a file. */
export function ExportButton({ load }: { load: () => Promise<File> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: load,
    onSuccess: saveFile,
    onError: (error) => toast(`The file could not be created. ${error.message}`),
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
