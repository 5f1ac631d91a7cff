"""Words as vectors: small encoders on the CPU, for the matcher `meaning`.

An encoder is a folder with `model.safetensors`, `config.json` and `tokenizer.json`, or an ONNX file with `tokenizer.json` beside it.
For a folder, the graph of the first layers is built once (`graph`), and cached. onnxruntime runs it, without PyTorch.
"""
